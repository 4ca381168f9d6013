/** Text one character shorter or longer than allowed, and much shorter or longer. */
import * as fc from 'fast-check';
import { Edged } from '../edged.js';
import type { TextRules } from '../flat.js';
import { LIMITS } from '../limits.js';
import { isRisky, type Patterns } from '../patterns.js';
import type { Rule } from '../site.js';
import { TextArbitrary } from '../text.js';

/** Where there is a pattern too, texts that still match it come first: one fault at a time. */
function within(patterns: Patterns, rules: TextRules, min: number, max: number): fc.Arbitrary<string> {
  const plain = new Edged(new TextArbitrary(min, max), ['a'.repeat(min), 'a'.repeat(Math.min(max, min + 1))]);
  const [pattern] = rules.patterns;
  const source = pattern === undefined ? undefined : patterns.matching(pattern);
  if (source === undefined) return plain;
  const resized = source.map((text) => {
    const letters = Array.from(text);
    const last = letters.at(-1) ?? 'a';
    return letters.length > max
      ? letters.slice(0, max).join('')
      : text + last.repeat(Math.max(0, min - letters.length));
  });
  return isRisky(pattern ?? '') ? resized : fc.oneof({ arbitrary: resized, weight: 3 }, plain);
}

/** A pattern that may backtrack is not asked about long texts at all. */
const longestFor = ({ patterns }: TextRules): number =>
  patterns.some(isRisky) ? LIMITS.openTextCharacters : LIMITS.textCharacters;

export const textLength: Rule = function* ({ flats, compiler }) {
  const texts = flats.filter((flat) => flat.types.has('string') && flat.values === undefined);
  if (texts.length === 0) return;
  const { text } = texts.reduce((widest, one) => (one.text.max > widest.text.max ? one : widest));
  const min = Math.min(...texts.map((one) => one.text.min));
  const { max } = text;
  if (min > 0 && min <= LIMITS.textCharacters) {
    yield { keyword: 'minLength', says: 'too short', arbitrary: within(compiler.patterns, text, 0, min - 1) };
  }
  const most = longestFor(text);
  if (max < most) {
    yield {
      keyword: 'maxLength',
      says: 'too long',
      arbitrary: within(compiler.patterns, text, max + 1, Math.min(2 * max + 16, most)),
    };
  }
};
