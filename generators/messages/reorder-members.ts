/** The members of the message, and of its params, in the reverse order. Source: RFC 8259 § 4. */
import * as fc from 'fast-check';
import { children, parseJson, tokenAt } from '../../src/mcp/json-text.js';
import { bodyMutator } from '../mutator.js';

function reversed(text: string, path: readonly string[]): string {
  const token = tokenAt(text, path);
  if (parseJson(text) === undefined || token === undefined || text[token.start] !== '{') return text;
  const members = children(text, token.start).map(
    ({ key, start, end }) => `${JSON.stringify(key)}:${text.slice(start, end)}`,
  );
  return `${text.slice(0, token.start)}{${members.reverse().join(',')}}${text.slice(token.end)}`;
}

export const reorderMembers = bodyMutator(
  'reorder-members',
  fc
    .constantFrom<(readonly string[])[][]>(
      [[]],
      [['params']],
      [['params', 'arguments']],
      [['params', 'arguments'], ['params'], []],
    )
    .map((paths) => (text) => paths.reduce(reversed, text)),
  { neutral: true },
);
