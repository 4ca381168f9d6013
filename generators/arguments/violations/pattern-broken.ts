/**
 * Text that a pattern refuses, close to what it matches: with something before or after (an anchor forgotten), with a
 * line end (which `$` forgives in some languages), in another case, with a character gone.
 */
import * as fc from 'fast-check';
import { LIMITS } from '../limits.js';
import { isRisky } from '../patterns.js';
import type { Rule } from '../site.js';
import { TextArbitrary } from '../text.js';

const SPOILERS: readonly ((text: string) => string)[] = [
  (text) => `${text}!`,
  (text) => `!${text}`,
  (text) => `${text}\n`,
  (text) => `${text} `,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.slice(1),
  (text) => text.slice(0, -1),
  (text) => `${text}é`,
  (text) => text + text,
];

const capped = (text: string): string => Array.from(text).slice(0, LIMITS.riskyPatternCharacters).join('');

export const patternBroken: Rule = function* ({ flats, compiler }) {
  const texts = flats.filter((flat) => flat.types.has('string') && flat.values === undefined);
  if (texts.length === 0 || texts.some(({ text }) => text.patterns.length === 0)) return;
  for (const [pattern] of texts.map(({ text }) => text.patterns)) {
    if (pattern === undefined) continue;
    const right = compiler.patterns.matching(pattern);
    const spoilt = right && fc.tuple(right, fc.constantFrom(...SPOILERS)).map(([text, spoil]) => spoil(text));
    const other = new TextArbitrary(0, LIMITS.riskyPatternCharacters);
    const arbitrary = spoilt ? fc.oneof({ arbitrary: spoilt, weight: 4 }, other) : other;
    yield {
      keyword: 'pattern',
      says: 'pattern broken',
      arbitrary: isRisky(pattern) ? arbitrary.map(capped) : arbitrary,
    };
  }
};
