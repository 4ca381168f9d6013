/**
 * Whether a value looks as if a server had made it up: the ids, handles and cursors that a client gets and sends back.
 * Words are left alone. A client that sends "open" after a list that holds "open" has not been given a link.
 */
import { ExactNumber } from '../mcp/exact-json.js';
import { shapeOf } from './shape.js';
import { isMask } from '../recording/redaction/mask.js';

const TOKEN_LENGTH_MIN = 6;
const DIGITS_LENGTH_MIN = 4;
const RANDOM_LENGTH_MIN = 16;
/** Smaller numbers are counts and sizes more often than ids. */
const NUMBER_MIN = 1000;

export function looksMinted(value: unknown): boolean {
  if (value instanceof ExactNumber) return true;
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) >= NUMBER_MIN;
  if (typeof value !== 'string') return false;
  if (isMask(value)) return true;
  switch (shapeOf(value)) {
    case 'uuid':
    case 'hex':
      return true;
    case 'digits':
      return value.length >= DIGITS_LENGTH_MIN;
    case 'token':
      return value.length >= TOKEN_LENGTH_MIN;
    case 'word':
      return value.length >= RANDOM_LENGTH_MIN && /[a-z]/.test(value) && /[A-Z]/.test(value);
    default:
      return false;
  }
}

/** Shorter values may be equal by chance. */
const UNIQUE_LENGTH_MIN = 16;

/** Whether a value is so long and random that nobody makes it twice. */
export const isUnique = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= UNIQUE_LENGTH_MIN && looksMinted(value);

const ID_WORDS = new Set(['id', 'ids', 'uuid', 'handle', 'ref', 'key', 'etag', 'version']);
/** What such a key holds is opaque, whatever it looks like. */
const OPAQUE_WORDS = new Set(['cursor', 'token']);

const wordsOf = (key: string): string[] =>
  key.toLowerCase() === key.toUpperCase()
    ? []
    : key.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());

const isOpaque = (words: readonly string[]): boolean =>
  OPAQUE_WORDS.has(words.at(-1) ?? '') || words.slice(-2).join(' ') === 'request state';

/**
 * Whether a value is an id by the key that it stands under: `draftId: 17`, `nextCursor: "b2Zmc2V0"`. Of ids that are
 * words (`room_id: "kitchen"`) the client may know them as well as the server does.
 */
export function isNamedId(value: unknown, key: string | undefined): boolean {
  const words = wordsOf(key ?? '');
  if (isOpaque(words)) return true;
  return ID_WORDS.has(words.at(-1) ?? '') && (typeof value !== 'string' || /\d/.test(value));
}

/** The last name on a way through a JSON value; elements of a list go by the name of the list. */
export const nameOfPlace = (keys: readonly (string | number)[]): string | undefined =>
  keys.findLast((key): key is string => typeof key === 'string');

/** Equal values of one type have equal keys. */
export const valueKey = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value === '' ? undefined : `s:${value}`;
  if (typeof value === 'number') return `n:${value}`;
  return value instanceof ExactNumber ? `n:${value.text}` : undefined;
};

/** The parts of a text in which a minted value may stand: `draft://d-17/body` holds `d-17`. */
const PART = /\[redacted:[0-9a-f]{16}\]|[A-Za-z0-9_-]+/g;

/** Rewrites the minted parts of a text. */
export const mapParts = (text: string, map: (part: string) => string): string =>
  text.replace(PART, (part) => (looksMinted(part) ? map(part) : part));

/** The minted parts of a text. */
export const partsOf = (text: string): string[] => (text.match(PART) ?? []).filter(looksMinted);
