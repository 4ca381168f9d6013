/** Ids of every legal kind: the answer must carry the same one. Source: JSON-RPC 2.0 § 4; 2026-07-28 basic/index § Requests. */
import * as fc from 'fast-check';
import { replaceAt } from '../../src/mcp/json-text.js';
import { bodyMutator } from '../mutator.js';

const EDGES = ['0', '-1', '1', '9007199254740991', '-9007199254740991', '""', '"1"', '"0"', '"null"', '"ñ😀\\u0000"'];

export const idTokens = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...EDGES),
    fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }).map(String),
    fc.uuid().map((id) => JSON.stringify(id)),
  );

export const swapId = bodyMutator(
  'swap-id',
  idTokens().map((token) => (text) => replaceAt(text, ['id'], token)),
  { neutral: true },
);
