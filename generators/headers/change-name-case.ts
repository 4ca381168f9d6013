/** Header names in another case, which HTTP ignores. Source: RFC 9110 § 5.1. */
import type { HeaderEdit } from '../mutator.js';
import { headerMutator } from '../mutator.js';

const renamed =
  (rename: (name: string) => string): HeaderEdit =>
  (headers) =>
    headers.map(([name, value]) => [rename(name), value]);

const alternating = (name: string): string =>
  Array.from(name, (letter, i) => (i % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join('');

export const changeNameCase = headerMutator(
  'change-name-case',
  () => [renamed((name) => name.toLowerCase()), renamed((name) => name.toUpperCase()), renamed(alternating)],
  { neutral: true },
);
