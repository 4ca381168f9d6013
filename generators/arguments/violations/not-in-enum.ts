/** A value that `enum` or `const` does not list, near to one that it does. */
import * as fc from 'fast-check';
import { typeOf } from '../json.js';
import type { Rule } from '../site.js';
import { TextArbitrary } from '../text.js';

const SAMPLE = 64;

const nearText = (text: string): string[] => [
  text.toUpperCase(),
  text.toLowerCase(),
  `${text} `,
  ` ${text}`,
  text.slice(0, -1),
  text + text,
  '',
];

export const notInEnum: Rule = function* ({ flats }) {
  if (flats.length === 0 || flats.some(({ values }) => values === undefined)) return;
  const values = flats.flatMap((flat) => flat.values ?? []).slice(0, SAMPLE);
  const texts = values.filter((value): value is string => typeof value === 'string');
  const numbers = values.filter((value): value is number => typeof value === 'number');
  const near = [
    ...new Set([...texts.flatMap(nearText), ...numbers.flatMap((value) => [value + 1, value - 1, value + 0.5])]),
  ];
  const misses: unknown[] = near.filter((value) => !values.includes(value));
  const others = values.some((value) => typeOf(value) === 'string') ? [new TextArbitrary(1, 24)] : [];
  const parts: fc.Arbitrary<unknown>[] = misses.length > 0 ? [fc.constantFrom(...misses), ...others] : others;
  if (parts.length > 0) yield { keyword: 'enum', says: 'not in enum', arbitrary: fc.oneof(...parts) };
};
