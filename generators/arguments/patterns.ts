/** Strings that a regular expression matches, as far as fast-check can read it. */
import * as fc from 'fast-check';

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

/** Undefined where fast-check cannot read the pattern. */
export function matching(pattern: string): fc.Arbitrary<string> | undefined {
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

/**
 * Whether matching may take time that grows faster than the text: more than one open repetition, or one inside
 * another. Such a pattern is only ever asked about short texts that it might refuse.
 */
export const isRisky = (pattern: string): boolean => (pattern.match(/[*+]|\{\d+,\}/g)?.length ?? 0) > 1;
