/** Undoes the content coding of a stream while it runs, so that its events are recorded with their own times. */
import { finished, type Transform } from 'node:stream';
import zlib from 'node:zlib';

/** Newer versions of Node know zstd; the types of the oldest supported one do not. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };

const FLUSH = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

function transformFor(coding: string): Transform | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(FLUSH);
    case 'deflate':
      return zlib.createInflate(FLUSH);
    case 'br':
      return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstdDecompress?.();
    default:
      return undefined;
  }
}

export class ContentDecoder {
  readonly #transform: Transform;
  #pending: Promise<void> = Promise.resolve();
  #atMs = 0;

  /** Undefined where the coding is not known, or there is more than one. */
  static for(codings: readonly string[], onData: (bytes: Buffer, atMs: number) => void): ContentDecoder | undefined {
    const [coding, ...others] = codings;
    const transform = coding === undefined || others.length > 0 ? undefined : transformFor(coding);
    return transform && new ContentDecoder(transform, onData);
  }

  private constructor(transform: Transform, onData: (bytes: Buffer, atMs: number) => void) {
    this.#transform = transform;
    transform.on('data', (bytes: Buffer) => onData(bytes, this.#atMs));
    // Bytes that are not in their coding: what came out before is kept, and the rest of the stream has no events.
    transform.on('error', () => undefined);
  }

  /** Each chunk is decoded to its end before the next one, so that what comes out has the time of what went in. */
  push(chunk: Buffer, atMs: number): void {
    const copy = Buffer.from(chunk);
    this.#pending = this.#pending.then(() => {
      this.#atMs = atMs;
      return new Promise((resolve) => this.#transform.write(copy, () => resolve()));
    });
  }

  /** Resolves when everything that was pushed has come out. */
  end(): Promise<void> {
    return this.#pending.then(() => {
      const over = new Promise<void>((resolve) => finished(this.#transform, () => resolve()));
      this.#transform.end();
      return over;
    });
  }
}
