/** Values at the edges of what one place allows: each value of an enum, the ends of each range. */
import * as fc from 'fast-check';
import { numberEdges } from '../numbers.js';
import type { Rule, Special } from '../site.js';
import { longest, strings, textAccepts } from '../strings.js';
import { Kept } from '../kept.js';
import { TextArbitrary } from '../text.js';

/** Values of one enum that get a label of their own. */
const VALUES_MAX = 64;

export const everyListedValue: Rule = function* ({ flats }) {
  for (const value of flats.flatMap(({ values }) => values ?? []).slice(0, VALUES_MAX)) {
    yield { keyword: 'enum', says: `is ${JSON.stringify(value)}`, arbitrary: fc.constant(value) };
  }
};

export const everyType: Rule = function* ({ flats, compiler }) {
  if (flats.length < 2 && (flats[0]?.types.size ?? 0) < 2) return;
  for (const [at, built] of flats.flatMap((flat) => compiler.ofFlat(flat)).entries()) {
    yield { keyword: 'type', says: `alternative ${at + 1}`, arbitrary: built.arbitrary };
  }
};

export const textEnds: Rule = function* ({ flats }): Generator<Special> {
  for (const { types, values, text } of flats) {
    if (!types.has('string') || values !== undefined) continue;
    const accepts = textAccepts(text);
    const source = text.patterns.length > 0 || text.format !== undefined ? strings(text) : undefined;
    const ofLength = (length: number): fc.Arbitrary<string> =>
      source ? new Kept(source, (value) => accepts(value)) : new TextArbitrary(length, length);
    if (source === undefined) {
      yield { keyword: 'minLength', says: 'shortest', arbitrary: ofLength(text.min) };
      yield { keyword: 'maxLength', says: 'longest', arbitrary: ofLength(longest(text)) };
      if (longest(text) > 0) {
        yield {
          keyword: 'maxLength',
          says: 'longest, astral',
          arbitrary: fc.constant('😀'.repeat(Math.min(longest(text), 16_384))),
        };
      }
    } else yield { keyword: 'pattern', says: 'matched', arbitrary: source };
  }
};

export const numberEnds: Rule = function* ({ flats }) {
  for (const { types, values, number } of flats) {
    if (!types.has('number') || values !== undefined) continue;
    for (const edge of numberEdges(number))
      yield { keyword: 'minimum', says: `is ${edge}`, arbitrary: fc.constant(edge) };
  }
};
