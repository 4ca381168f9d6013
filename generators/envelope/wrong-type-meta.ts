/** `params._meta` as something that is no object. Source: 2026-07-28 basic/index § _meta. */
import * as fc from 'fast-check';
import { replaceAt } from '../../src/mcp/json-text.js';
import { bodyMutator } from '../mutator.js';

export const wrongTypeMeta = bodyMutator(
  'wrong-type-meta',
  fc
    .constantFrom('null', '[]', '"_meta"', '1', 'true')
    .map((json) => (text) => replaceAt(text, ['params', '_meta'], json)),
);
