/** The envelope without its protocol version. Source: 2026-07-28 basic/index § _meta. */
import * as fc from 'fast-check';
import { META_VERSION } from '../../src/mcp/envelope.js';
import { withoutMemberAt } from '../json-edit.js';
import { bodyMutator } from '../mutator.js';

export const dropMetaVersion = bodyMutator(
  'drop-meta-version',
  fc.constant((text) => withoutMemberAt(text, ['params', '_meta'], META_VERSION)),
);
