/** Values at the edges of what one place allows: each value of an enum, the ends of each range. */
import * as fc from 'fast-check';
import { numberEdges } from '../numbers.js';
import type { Rule, Special } from '../site.js';
import { longest, strings, textAccepts } from '../strings.js';
import { Kept } from '../kept.js';
import { TextArbitrary } from '../text.js';

/** Values of one enum that get a label of their own. */
const VALUES_MAX = 64;

/** Each takes four bytes: beyond this, a request is refused for its size. */
const ASTRAL_MAX = 16_384;

export const everyListedValue: Rule = function* ({ flats }) {
  for (const value of flats.flatMap(({ values }) => values ?? []).slice(0, VALUES_MAX)) {
    yield { keyword: 'enum', says: `is ${JSON.stringify(value)}`, arbitrary: fc.constant(value) };
  }
};

export const everyAlternative: Rule = function* ({ flats, compiler }) {
  const alternatives = flats.flatMap((flat) => compiler.ofFlat(flat));
  if (alternatives.length < 2) return;
  for (const [at, { arbitrary }] of alternatives.entries()) {
    yield { keyword: 'type', says: `alternative ${at + 1}`, arbitrary };
  }
};

export const textEnds: Rule = function* ({ flats, compiler }): Generator<Special> {
  for (const { types, values, text } of flats) {
    if (!types.has('string') || values !== undefined) continue;
    const accepts = textAccepts(text);
    if (text.patterns.length === 0 && text.format === undefined) {
      const most = longest(text);
      yield { keyword: 'minLength', says: 'shortest', arbitrary: new TextArbitrary(text.min, text.min) };
      yield { keyword: 'maxLength', says: 'longest', arbitrary: new TextArbitrary(most, most) };
      const astral = '😀'.repeat(Math.min(most, ASTRAL_MAX));
      if (most > 0) yield { keyword: 'maxLength', says: 'longest, astral', arbitrary: fc.constant(astral) };
      continue;
    }
    const source = strings(text, compiler.patterns);
    if (source) yield { keyword: 'pattern', says: 'matched', arbitrary: source };
    const [pattern] = text.patterns;
    for (const [says, arbitrary] of Object.entries(pattern === undefined ? {} : compiler.patterns.ends(pattern))) {
      yield { keyword: 'pattern', says: `${says} match`, arbitrary: new Kept(arbitrary, accepts) };
    }
  }
};

export const numberEnds: Rule = function* ({ flats }) {
  for (const { types, values, number } of flats) {
    if (!types.has('number') || values !== undefined) continue;
    for (const edge of numberEdges(number))
      yield { keyword: 'minimum', says: `is ${edge}`, arbitrary: fc.constant(edge) };
  }
};
