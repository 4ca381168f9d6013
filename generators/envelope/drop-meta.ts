/** `params._meta` left out. Source: 2026-07-28 basic/index § _meta. */
import * as fc from 'fast-check';
import { withoutMemberAt } from '../json-edit.js';
import { bodyMutator } from '../mutator.js';

export const dropMeta = bodyMutator(
  'drop-meta',
  fc.constant((text) => withoutMemberAt(text, ['params'], '_meta')),
);
