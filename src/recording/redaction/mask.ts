/**
 * What stands in a recording where a secret stood. Equal secrets have equal masks within one recording, so that
 * replay can still tell callers and sessions apart; the key is random and never stored, so no mask can be guessed back.
 */
import { createHmac } from 'node:crypto';

const MASK = /\[redacted:[0-9a-f]{16}\]/;
const WHOLE_MASK = /^\[redacted:[0-9a-f]{16}\]$/;

export type Mask = (secret: string) => string;

/** A keyed hash of at least 64 bits, as hexadecimal digits. */
export const keyedHash = (key: Buffer, value: string): string =>
  createHmac('sha256', key).update(value, 'utf8').digest('hex').slice(0, 16);

/** Masks with a key. What is a mask already stays as it is. */
export const maskWith =
  (key: Buffer): Mask =>
  (secret) =>
    isMask(secret) ? secret : `[redacted:${keyedHash(key, secret)}]`;

/** Whether a value is a mask and nothing else. */
export const isMask = (value: string): boolean => WHOLE_MASK.test(value);

/** Whether a mask stands anywhere in a text. */
export const containsMask = (text: string): boolean => MASK.test(text);
