/** Space and tab between the tokens; no line ends, which would end the message on stdio. Source: RFC 8259 § 2. */
import * as fc from 'fast-check';
import { parseJson } from '../../src/mcp/json-text.js';
import { bodyMutator } from '../mutator.js';

/** Every string is stepped over whole; what stands between is punctuation and scalars. */
const spaced = (text: string, space: string): string =>
  parseJson(text) === undefined
    ? text
    : text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g, (token) => (token.length > 1 ? token : space + token + space));

export const addWhitespace = bodyMutator(
  'add-whitespace',
  fc.constantFrom(' ', '\t', '  ').map((space) => (text) => spaced(text, space)),
  { neutral: true },
);
