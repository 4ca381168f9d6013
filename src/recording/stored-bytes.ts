/**
 * Bytes on disk: as text a person can read wherever that loses nothing, else as Base64. JSON is shown as JSON only
 * where parsing and writing it gives the same text again; duplicate keys, numbers beyond 2^53 and spacing are the very
 * thing under test.
 */
import { isUtf8 } from 'node:buffer';
import type { Body } from '../exchange/exchange.js';
import type { StoredBody, StoredBytes } from './format.js';

/** The form in which bytes travel inside the program: `encodeLine` turns text into JSON where it can. */
export function storedBytes(bytes: Buffer): { readonly text: string } | { readonly base64: string } {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
}

/** The bytes again. */
export function bytesOf(stored: StoredBytes): Buffer {
  if ('base64' in stored) return Buffer.from(stored.base64, 'base64');
  return Buffer.from('text' in stored ? stored.text : JSON.stringify(stored.json), 'utf8');
}

/** The stored form with text shown as JSON, where the round trip is exact. */
export function asJsonWhereExact(stored: StoredBytes): StoredBytes {
  if (!('text' in stored)) return stored;
  try {
    const json: unknown = JSON.parse(stored.text);
    // JSON.stringify recurses: a text that is nested too deeply for it stays text.
    return JSON.stringify(json) === stored.text ? { json } : stored;
  } catch {
    return stored;
  }
}

/** A body as it is stored. */
export function storedBody({ bytes, decoded, redacted, truncated, wireLength, outline }: Body): StoredBody {
  return {
    ...storedBytes(bytes),
    ...(redacted ? { redacted: true as const } : {}),
    ...(truncated ? { truncated: true as const } : {}),
    ...(wireLength === undefined ? {} : { bytes: wireLength }),
    ...(decoded === undefined ? {} : { decoded: storedBytes(decoded) }),
    ...(outline === undefined ? {} : { outline }),
  };
}

/** A stored body as the rest of the program sees it. */
export function bodyOf(stored: StoredBody | undefined): Body {
  if (stored === undefined) return { bytes: Buffer.alloc(0) };
  return {
    bytes: bytesOf(stored),
    ...(stored.decoded === undefined ? {} : { decoded: bytesOf(stored.decoded) }),
    ...(stored.redacted ? { redacted: true } : {}),
    ...(stored.truncated ? { truncated: true } : {}),
    ...(stored.bytes === undefined ? {} : { wireLength: stored.bytes }),
    ...(stored.outline === undefined ? {} : { outline: stored.outline }),
  };
}
