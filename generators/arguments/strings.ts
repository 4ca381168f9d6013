/** Strings by length, pattern and format. Source: JSON Schema 2020-12 validation § 6.3. */
import * as fc from 'fast-check';
import { Edged } from './edged.js';
import type { TextRules } from './flat.js';
import { formatted } from './formats.js';
import { characters } from './json.js';
import { Kept } from './kept.js';
import { edgeLengths } from './lengths.js';
import { LIMITS } from './limits.js';
import { regexOf, type Patterns } from './patterns.js';
import type { Predicate } from './schema-document.js';
import { TextArbitrary } from './text.js';

/** The longest text that is made under a `maxLength`. */
export const longest = ({ min, max }: TextRules): number =>
  Math.max(min, Math.min(max, max === Infinity ? LIMITS.openTextCharacters : LIMITS.textCharacters));

/** Texts that other parts of a request give a meaning to: JSON's own words, an encoded header value. */
const TELLING = ['null', 'true', '0', '-1', '1e3', '{}', '[]', '""', '=?base64?YQ==?=', '=?base64?'];

export function textAccepts(rules: TextRules): Predicate {
  const regexes = rules.patterns.map(regexOf);
  return (value) => {
    if (typeof value !== 'string') return false;
    const length = characters(value);
    return length >= rules.min && length <= rules.max && regexes.every((regex) => regex?.test(value));
  };
}

/** The shortest and longest texts, plain and astral, blank ones, and telling ones. */
export function textEdges(rules: TextRules): string[] {
  if (rules.format !== undefined && formatted(rules.format)) return [];
  const lengths = edgeLengths(rules.min, longest(rules));
  const filled = lengths.flatMap((length) => ['a'.repeat(length), '😀'.repeat(length), ' '.repeat(length)]);
  const accepts = textAccepts(rules);
  return [...new Set([...filled, ...TELLING])].filter(accepts);
}

/** The pattern's texts, its longest and shortest among them, cut or stretched to lengths that it would hardly reach. */
function stretched(patterns: Patterns, pattern: string, { min, max }: TextRules): fc.Arbitrary<string> | undefined {
  const source = patterns.matching(pattern);
  if (source === undefined) return undefined;
  if (min === 0 && max === Infinity)
    return fc.oneof({ arbitrary: source, weight: 4 }, ...Object.values(patterns.ends(pattern)));
  const cut = source.map((text) => Array.from(text).slice(0, Math.min(max, LIMITS.textCharacters)).join(''));
  const grown = fc.tuple(source, new TextArbitrary(min, Math.min(max, min + 32))).map(([text, more]) => {
    const letters = Array.from(text);
    const last = letters.at(-1) ?? more;
    return text + last.repeat(Math.max(0, min - letters.length));
  });
  const ends = Object.values(patterns.ends(pattern));
  return fc.oneof({ arbitrary: source, weight: 4 }, cut, grown, ...ends);
}

/** Undefined where no text can be made: bounds that contradict, a pattern that cannot be read. */
export function strings(rules: TextRules, patterns: Patterns): fc.Arbitrary<string> | undefined {
  if (rules.min > rules.max || rules.min > LIMITS.textCharacters) return undefined;
  const accepts = textAccepts(rules);
  const format = rules.format === undefined ? undefined : formatted(rules.format);
  const [first] = rules.patterns;
  if (first !== undefined) {
    const source = stretched(patterns, first, rules);
    const either = format && source ? fc.oneof(format, source) : (format ?? source);
    return either && new Kept(either, accepts);
  }
  if (format) return new Kept(format, accepts);
  return new Edged(new TextArbitrary(rules.min, longest(rules)), textEdges(rules));
}
