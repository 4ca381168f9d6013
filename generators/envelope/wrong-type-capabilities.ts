/** The client's capabilities as something that is no object. Source: 2026-07-28 basic/index § _meta. */
import * as fc from 'fast-check';
import { META_CAPABILITIES } from '../../src/mcp/envelope.js';
import { replaceAt } from '../../src/mcp/json-text.js';
import { bodyMutator } from '../mutator.js';

const WRONG = ['null', '[]', '""', 'true', '1'];

export const wrongTypeCapabilities = bodyMutator(
  'wrong-type-capabilities',
  fc.constantFrom(...WRONG).map((json) => (text) => replaceAt(text, ['params', '_meta', META_CAPABILITIES], json)),
);
