/**
 * The example of generators/README.md, run here: its code is this file's, but for where the package is found.
 */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { argumentsFrom, violationsOf } from '../../generators/index.js';

/** What your server advertises in tools/list. */
const inputSchema = {
  type: 'object',
  properties: { title: { type: 'string', minLength: 1, maxLength: 200 }, copies: { type: 'integer', minimum: 1 } },
  required: ['title'],
  additionalProperties: false,
};

/** What your server runs before it acts. */
const accepts = (args: Record<string, unknown>): boolean =>
  typeof args['title'] === 'string' &&
  Array.from(args['title']).length >= 1 &&
  Array.from(args['title']).length <= 200 &&
  (args['copies'] === undefined || (Number.isInteger(args['copies']) && Number(args['copies']) >= 1)) &&
  Object.keys(args).every((key) => key === 'title' || key === 'copies');

test('accepts whatever the schema accepts', () => {
  const made = argumentsFrom(inputSchema);
  if (made.kind === 'not-generatable') throw new Error(made.reason);
  fc.assert(fc.property(made.arbitrary, (args) => accepts(args)));
});

test.each(violationsOf(inputSchema).filter(({ path }) => path.length > 0))('refuses $label', ({ arbitrary }) => {
  fc.assert(fc.property(arbitrary, (args) => !accepts(args as Record<string, unknown>)));
});

/** From the example's first comment on. */
const code = (text: string): string => text.slice(text.indexOf('/** What your server advertises'));

test('the example in the README is the one above', () => {
  const readme = readFileSync(new URL('../../generators/README.md', import.meta.url), 'utf8');
  const own = code(readFileSync(new URL(import.meta.url), 'utf8'));
  const example = code(readme.split('```')[1] ?? '');
  expect(example.length).toBeGreaterThan(500);
  expect(own.startsWith(example.trimEnd())).toBe(true);
});
