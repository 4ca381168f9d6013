/** Values with space and tab around them, which HTTP takes away. Source: RFC 9110 § 5.5. */
import { headerMutator, type HeaderEdit } from '../mutator.js';

const padded =
  (before: string, after: string): HeaderEdit =>
  (headers) =>
    headers.map(([name, value]) => [name, /^mcp-/i.test(name) ? before + value + after : value]);

export const padWithWhitespace = headerMutator(
  'pad-with-whitespace',
  () => [padded('', ' '), padded('  ', ''), padded('\t', '\t ')],
  { neutral: true },
);
