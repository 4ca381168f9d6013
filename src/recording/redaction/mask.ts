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

/** The same few credentials come with every request. */
const REMEMBERED_MAX = 1000;

/** Masks with a key. What is a mask already stays as it is. */
export function maskWith(key: Buffer): Mask {
  const remembered = new Map<string, string>();
  return (secret) => {
    if (isMask(secret)) return secret;
    const known = remembered.get(secret);
    if (known !== undefined) return known;
    const mask = `[redacted:${keyedHash(key, secret)}]`;
    if (remembered.size < REMEMBERED_MAX) remembered.set(secret, mask);
    return mask;
  };
}

/** Whether a value is a mask and nothing else. */
export const isMask = (value: string): boolean => WHOLE_MASK.test(value);

/** Whether a mask stands anywhere in a text. */
export const containsMask = (text: string): boolean => MASK.test(text);

/** The text between the masks in a text: one piece more than there are masks. */
export const splitAtMasks = (text: string): string[] => text.split(MASK);
