/**
 * What kind of value a value is, beyond its JSON type: a request id that turns into an error text is no longer the
 * same noise, and an id that turns into a word is not the id of another run.
 */
import { ExactNumber } from '../mcp/exact-json.js';

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'nothing';

/** The JSON type of a value; `nothing` where there is none. */
export function typeOf(value: unknown): JsonType {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof ExactNumber) return 'number';
  return typeof value as 'boolean' | 'number' | 'string' | 'object';
}

export type Shape = 'empty' | 'uuid' | 'time' | 'url' | 'digits' | 'hex' | 'token' | 'word' | 'text';

const SHAPES: readonly (readonly [Shape, RegExp])[] = [
  ['empty', /^$/],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['time', /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/],
  ['url', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
  ['digits', /^\d+$/],
  ['hex', /^(?:0x)?[0-9a-f]{8,}$/i],
  ['token', /^(?=.*\d)\S*[A-Za-z]\S*$/],
  ['word', /^\p{L}+$/u],
];

export const shapeOf = (text: string): Shape => SHAPES.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';

/** One run of characters, as random values are. */
const isRun = (text: string): boolean => /^\S+$/.test(text);

/**
 * Whether two values could be two draws of one thing. Random hex may happen to be all digits, and a random token all
 * letters, so that runs of one length are alike whatever they hold.
 */
export function isAlike(one: unknown, two: unknown): boolean {
  if (typeOf(one) !== typeOf(two)) return false;
  if (typeof one !== 'string' || typeof two !== 'string') return true;
  return shapeOf(one) === shapeOf(two) || (one.length === two.length && isRun(one) && isRun(two));
}
