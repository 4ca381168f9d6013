/**
 * The content behind `Content-Encoding`, decoded as its bytes arrive, so that each event of a compressed stream keeps
 * its own time. Source: RFC 9110 § 8.4.
 */
import type { Transform } from 'node:stream';
import { once } from 'node:events';
import zlib from 'node:zlib';
import { headerValues, type HeaderList } from '../mcp/headers.js';

/** A small compressed answer can hold gigabytes: what comes after this is not decoded. */
const DECODED_BYTES_MAX = 64 * 1024 * 1024;

export interface ContentDecoder {
  write(bytes: Buffer): void;
  /** Resolves when all that was written has been decoded; false where it could not be, to its end. */
  finish(): Promise<boolean>;
}

/** The codings that were applied, the last one first; `identity` is none. */
const codingsOf = (headers: HeaderList): string[] =>
  headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '' && one !== 'identity')
    .reverse();

function transformFor(coding: string): Transform | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return zlib.createGunzip();
  if (coding === 'deflate') return zlib.createInflate();
  if (coding === 'br') return zlib.createBrotliDecompress();
  // Node 22.15 and later have it; before that the content stays encoded, which is said nowhere but by its absence.
  const zstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;
  return coding === 'zstd' ? zstd?.() : undefined;
}

/** A decoder that hands on content as it comes out; undefined where nothing is encoded, or not in a way we know. */
export function contentDecoder(headers: HeaderList, onContent: (bytes: Buffer) => void): ContentDecoder | undefined {
  const codings = codingsOf(headers);
  const transforms = codings.flatMap((coding) => transformFor(coding) ?? []);
  const first = transforms[0];
  const last = transforms.at(-1);
  if (first === undefined || last === undefined || transforms.length < codings.length) return undefined;
  let whole = true;
  let decodedBytes = 0;
  const fail = (): void => {
    whole = false;
    for (const transform of transforms) transform.destroy();
  };
  transforms.forEach((transform, i) => {
    transform.on('error', fail);
    const next = transforms[i + 1];
    if (next) transform.pipe(next);
  });
  last.on('data', (bytes: Buffer) => {
    decodedBytes += bytes.length;
    if (decodedBytes > DECODED_BYTES_MAX) fail();
    else onContent(bytes);
  });
  return {
    write: (bytes) => void (first.destroyed || first.write(bytes)),
    async finish() {
      if (!last.destroyed && !last.readableEnded) {
        const ended = once(last, 'close').catch(() => undefined);
        if (!first.destroyed) first.end();
        await ended;
      }
      return whole;
    },
  };
}
