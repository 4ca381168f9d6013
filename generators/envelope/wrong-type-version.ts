/** The envelope's protocol version as something that is no string. Source: 2026-07-28 basic/index § _meta. */
import * as fc from 'fast-check';
import { META_VERSION } from '../../src/mcp/envelope.js';
import { replaceAt } from '../../src/mcp/json-text.js';
import { bodyMutator } from '../mutator.js';

const WRONG = ['null', '20260728', 'true', '{}', '["2026-07-28"]'];

export const wrongTypeVersion = bodyMutator(
  'wrong-type-version',
  fc.constantFrom(...WRONG).map((json) => (text) => replaceAt(text, ['params', '_meta', META_VERSION], json)),
);
