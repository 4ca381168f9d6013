/**
 * Values known to be secret, because they were sent as a credential or stood under a name that tells. They are masked
 * wherever they turn up, in the forms in which they usually do: as they are, percent-encoded, escaped in JSON, in
 * Base64 at any offset, in hexadecimal.
 */
import type { Mask } from './mask.js';
import { NEEDLE_LENGTH_MIN, Needles, type Match } from './needles.js';

const KNOWN_LENGTH_MIN = 8;
const BASE64_LENGTH_MIN = 10;
/** Words, capitalised or not, with anything but digits between them. */
const PLAIN_WORDS = /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[^A-Za-z0-9]+(?:[A-Z]?[a-z]+|[A-Z]+))*$/;
/** Numbers, dates and times. */
const FIGURES = /^[\d\s.:,/+TZ-]*$/;

/** Whether a value is unusual enough to be looked for everywhere. */
export const isDistinctive = (value: string): boolean =>
  value.length >= KNOWN_LENGTH_MIN && !PLAIN_WORDS.test(value) && !(FIGURES.test(value) && value.length < 24);

/** The part of a Base64 text that depends on these bytes alone, when they stand at an offset. */
function base64Inside(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  // A first group that is shared with what stands before, and a last one shared with what comes after, vary.
  return encoded.slice(offset === 0 ? 0 : 4, encoded.length - (encoded.length % 4 || 4));
}

const percentEncoded = (value: string): string => {
  try {
    return encodeURIComponent(value);
  } catch {
    return value; // A lone surrogate has no such form.
  }
};

/** The forms in which a value is looked for, longest first; shorter ones would be found by chance. */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const base64 = [0, 1, 2]
    .map((offset) => base64Inside(bytes, offset))
    .filter((one) => one.length >= BASE64_LENGTH_MIN);
  const forms = [
    value,
    percentEncoded(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('latin1'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64'),
    ...base64,
    ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [...new Set(forms)].filter((one) => one.length >= NEEDLE_LENGTH_MIN).sort((a, b) => b.length - a.length);
}

interface Known {
  readonly length: number;
  readonly mask: string;
}

export class KnownValues {
  readonly #mask: Mask;
  readonly #values = new Set<string>();
  readonly #forms = new Needles<Known>();

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Adds a value, unless it is too plain; says whether it is new. */
  learn(value: string): boolean {
    if (this.#values.has(value) || !isDistinctive(value)) return false;
    const mask = this.#mask(value);
    if (mask === value) return false;
    this.#values.add(value);
    for (const form of formsOf(value)) this.#forms.add(form, { length: form.length, mask });
    return true;
  }

  /** The text with every known value masked; where two overlap, all that either covers goes. */
  maskIn(text: string): string {
    // A stream that is cut off in the middle of a secret has its beginning at the end.
    const matches = this.#forms.matchesIn(text, isDistinctive);
    if (matches.length === 0) return text;
    let masked = '';
    let copied = 0;
    for (let i = 0; i < matches.length;) {
      const { from } = matches[i] as Match<Known>;
      let { to, value: widest } = matches[i] as Match<Known>;
      for (i++; i < matches.length && (matches[i] as Match<Known>).from < to; i++) {
        const next = matches[i] as Match<Known>;
        if (next.value.length > widest.length) widest = next.value;
        to = Math.max(to, next.to);
      }
      masked += text.slice(copied, from) + widest.mask;
      copied = to;
    }
    return masked + text.slice(copied);
  }
}
