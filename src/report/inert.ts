/**
 * Text that came from a server, made harmless for a terminal: whatever could move the cursor, change colours, reverse
 * the reading direction, hide itself or start a new line is shown as a visible escape instead.
 */

// Controls, formats (bidi, zero width, tags), lone surrogates, private use, line and paragraph separators.
const ACTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeOf(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

export const inert = (text: string): string => text.replace(ACTIVE, escapeOf);

/** Cuts a text to a number of characters, never through one; what was cut is shown as `…`. */
export function clip(text: string, charactersMax: number): string {
  // A character is at most two units: a text of that length is only counted where it could be too long.
  if (text.length <= charactersMax) return text;
  const characters = Array.from(text.slice(0, 2 * charactersMax + 2));
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`;
}
