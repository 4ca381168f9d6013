/** Strings that a regular expression matches, as far as fast-check can read it; its longest and shortest ones. */
import * as fc from 'fast-check';
import { LIMITS } from './limits.js';

/** Ajv's way to read `pattern`: with the unicode flag. */
export function regexOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

/** The end of the group that opens at `at`. */
function endOfGroup(pattern: string, at: number): number {
  let depth = 0;
  let inClass = false;
  for (let i = at; i < pattern.length; i++) {
    const c = pattern[i];
    if (c === '\\') i++;
    else if (inClass) inClass = c !== ']';
    else if (c === '[') inClass = true;
    else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i + 1;
  }
  return pattern.length;
}

/** The pattern without lookaround: it matches more, and the whole pattern decides afterwards. */
function withoutLookaround(pattern: string): string {
  const at = pattern.search(/\(\?<?[=!]/);
  return at < 0 ? pattern : withoutLookaround(pattern.slice(0, at) + pattern.slice(endOfGroup(pattern, at)));
}

/** Escapes, classes and group openings are stepped over; what is left are repetitions. */
const REPETITION = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?|(?:\{(\d+)(?:,(\d*))?\}|[*+?])\??/gs;

/** An open repetition at its longest is long enough to show that nobody counts. */
const OPEN_TIMES = 48;

/** The pattern with every repetition done as often as it may be, or as seldom. Nested ones multiply: see the cap. */
function repeated(pattern: string, most: boolean): string {
  return pattern.replaceAll(REPETITION, (token, least?: string, bound?: string) => {
    const kind = token.replace(/(.)\?$/s, '$1');
    if (least !== undefined) {
      const max = bound === undefined ? least : bound === '' ? String(Number(least) + OPEN_TIMES) : bound;
      return `{${most ? Math.min(Number(max), LIMITS.openTextCharacters) : least}}`;
    }
    if (kind === '*') return most ? `{${OPEN_TIMES}}` : '{0}';
    if (kind === '+') return most ? `{${OPEN_TIMES}}` : '{1}';
    if (kind === '?') return most ? '{1}' : '{0}';
    return token;
  });
}

/** A repetition of a group: repeating what is inside as well may take any amount of text. */
const isNested = (pattern: string): boolean => /\)[*+{]/.test(pattern);

/**
 * Whether matching may take time that grows faster than the text: more than one open repetition, or one inside
 * another. Such a pattern is only ever asked about short texts that it might refuse.
 */
export const isRisky = (pattern: string): boolean => (pattern.match(/[*+]|\{\d+,\}/g)?.length ?? 0) > 1;

function arbitraryOf(pattern: string): fc.Arbitrary<string> | undefined {
  for (const readable of [pattern, withoutLookaround(pattern)]) {
    const regex = regexOf(readable);
    if (regex === undefined) return undefined;
    try {
      return fc.stringMatching(regex);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Patterns as arbitraries, each made once: one of a whole script holds all of its characters. */
export class Patterns {
  readonly #known = new Map<string, fc.Arbitrary<string> | undefined>();

  /** Undefined where fast-check cannot read the pattern. */
  matching(pattern: string): fc.Arbitrary<string> | undefined {
    if (!this.#known.has(pattern)) this.#known.set(pattern, arbitraryOf(pattern));
    return this.#known.get(pattern);
  }

  /** The longest and the shortest texts that a pattern is made for, where its repetitions are not nested. */
  ends(pattern: string): { longest?: fc.Arbitrary<string>; shortest?: fc.Arbitrary<string> } {
    if (isNested(pattern) || OF_A_SCRIPT.test(pattern)) return {};
    const [longest, shortest] = [this.matching(repeated(pattern, true)), this.matching(repeated(pattern, false))];
    return { ...(longest && { longest }), ...(shortest && { shortest }) };
  }
}

/** A class of thousands of characters, which is costly to make a second time. */
const OF_A_SCRIPT = /\\p\{/i;
