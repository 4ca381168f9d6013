/**
 * JSON as a value that can be compared without loss: a number that JavaScript would round keeps its text, so that
 * 9007199254740993 and 9007199254740992 are two values.
 */

/** A number whose digits a JavaScript number does not hold. */
export class ExactNumber {
  constructor(readonly text: string) {}
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Fewer significant digits than these always survive. */
const DIGITS_SAFE = 15;
/** No JSON text that a server sent can hold it unescaped, and none is likely to hold it at all. */
const MARK = '\u0000exact:';

const isRounded = (token: string): boolean => {
  const digits = token
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  if (digits.length <= DIGITS_SAFE) return false;
  return /[.eE]/.test(token) ? digits.length > DIGITS_SAFE + 2 : String(Number(token)) !== token;
};

function unmark(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(MARK) ? new ExactNumber(value.slice(MARK.length)) : value;
  if (Array.isArray(value)) return value.map(unmark);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unmark(inner)]));
}

/** Parses, or gives undefined where the text is not JSON. */
export function parseExact(text: string): unknown {
  let exact = false;
  const marked = text.replace(TOKEN, (token) => {
    if (token.startsWith('"') || !isRounded(token)) return token;
    exact = true;
    return JSON.stringify(MARK + token);
  });
  try {
    // The text itself decides what is JSON; the marked one only what its numbers are.
    const value: unknown = JSON.parse(text);
    return exact ? unmark(JSON.parse(marked)) : value;
  } catch {
    return undefined;
  }
}

/** The JSON text of a value, its exact numbers as they were. */
export function writeExact(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeExact).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${writeExact(inner)}`)
    .join(',')}}`;
}

/** A scalar as it stands in a header or inside a text: a string as it is, a number by its digits. */
export const plainText = (value: unknown): string => (typeof value === 'string' ? value : writeExact(value));
