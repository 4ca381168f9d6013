/**
 * Values known to be secret, because they were sent as a credential or stood under a name that tells. They are masked
 * wherever they turn up, in the forms in which they usually do: as they are, percent-encoded, escaped in JSON, in
 * Base64 at any offset, in hexadecimal.
 */
import type { Mask } from './mask.js';

const KNOWN_LENGTH_MIN = 8;
/** Shorter forms would be found by chance. */
const FORM_LENGTH_MIN = 8;
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

/** The forms in which a value is looked for, longest first. */
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
  return [...new Set(forms)].filter((one) => one.length >= FORM_LENGTH_MIN).sort((a, b) => b.length - a.length);
}

export class KnownValues {
  readonly #mask: Mask;
  readonly #values = new Map<string, string>();
  #forms: { readonly form: string; readonly mask: string }[] = [];

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Adds a value, unless it is too plain; says whether it is new. */
  learn(value: string): boolean {
    if (!isDistinctive(value) || this.#values.has(value)) return false;
    const mask = this.#mask(value);
    if (mask === value) return false;
    this.#values.set(value, mask);
    this.#forms.push(...formsOf(value).map((form) => ({ form, mask })));
    // A value that holds another one is masked as a whole.
    this.#forms.sort((a, b) => b.form.length - a.form.length);
    return true;
  }

  /** The text with every known value masked. */
  maskIn(text: string): string {
    let masked = text;
    for (const { form, mask } of this.#forms) {
      if (masked.includes(form)) masked = masked.replaceAll(form, () => mask);
    }
    return masked;
  }
}
