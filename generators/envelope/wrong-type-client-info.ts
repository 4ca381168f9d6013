/** The client's name as something that is no implementation. Source: 2026-07-28 basic/index § _meta. */
import * as fc from 'fast-check';
import { META_CLIENT } from '../../src/mcp/envelope.js';
import { replaceAt } from '../../src/mcp/json-text.js';
import { bodyMutator } from '../mutator.js';

const WRONG = ['null', '"client"', '[]', '{}', '{"name":1,"version":"1"}', '{"name":"client"}'];

export const wrongTypeClientInfo = bodyMutator(
  'wrong-type-client-info',
  fc.constantFrom(...WRONG).map((json) => (text) => replaceAt(text, ['params', '_meta', META_CLIENT], json)),
);
