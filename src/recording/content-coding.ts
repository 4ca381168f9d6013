/** Content codings undone, for the readable copy that a recording keeps beside the bytes. Source: RFC 9110 § 8.4.1. */
import zlib from 'node:zlib';
import { header, type HeaderList } from '../mcp/headers.js';

/** A decoded copy larger than this is not made: a small body can unpack to gigabytes. */
export const DECODED_BYTES_MAX = 64 * 1024 * 1024;

export type Decoding =
  /** There is no coding, or only identity. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'decoded'; readonly bytes: Buffer }
  /** The coding is unknown or the bytes are not in it. */
  | { readonly kind: 'undecodable' }
  | { readonly kind: 'too-large' };

type Decode = (bytes: Buffer, bytesMax: number) => Buffer;

/** Newer versions of Node know zstd; the types of the oldest supported one do not. */
const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (bytes: Buffer, options: object) => Buffer };

// What was cut off is decoded as far as it goes.
const zlibOptions = (bytesMax: number) => ({
  maxOutputLength: bytesMax,
  finishFlush: zlib.constants.Z_SYNC_FLUSH,
});
const brotliOptions = (bytesMax: number) => ({
  maxOutputLength: bytesMax,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
});

const gunzip: Decode = (bytes, max) => zlib.gunzipSync(bytes, zlibOptions(max));

// "deflate" means the zlib format; some servers send the raw one, which begins otherwise.
const inflate: Decode = (bytes, max) =>
  ((bytes[0] ?? 0) & 0x0f) === 8
    ? zlib.inflateSync(bytes, zlibOptions(max))
    : zlib.inflateRawSync(bytes, zlibOptions(max));

const DECODERS: Readonly<Record<string, Decode | undefined>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: (bytes, max) => zlib.brotliDecompressSync(bytes, brotliOptions(max)),
  zstd: zstdDecompressSync && ((bytes, max) => zstdDecompressSync(bytes, { maxOutputLength: max })),
};

/** The codings of a message, in the order in which they were applied. */
export function codingsOf(headers: HeaderList): string[] {
  const value = header(headers, 'content-encoding') ?? '';
  return value
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '' && one !== 'identity');
}

/** Undoes the codings of a body; a body that was cut is decoded as far as it goes. */
export function decodeContent(bytes: Buffer, headers: HeaderList, bytesMax = DECODED_BYTES_MAX): Decoding {
  const codings = codingsOf(headers);
  if (codings.length === 0 || bytes.length === 0) return { kind: 'plain' };
  let content = bytes;
  try {
    for (const coding of codings.toReversed()) {
      const decode = DECODERS[coding];
      if (decode === undefined) return { kind: 'undecodable' };
      content = decode(content, bytesMax);
    }
    return { kind: 'decoded', bytes: content };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? { kind: 'too-large' }
      : { kind: 'undecodable' };
  }
}
