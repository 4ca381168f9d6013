/**
 * Content codings put on again, for an answer whose content had to change. Each piece is flushed, so that an event of a
 * compressed stream can be read when it is sent. Source: RFC 9110 § 8.4.1.
 */
import { once } from 'node:events';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

export interface ContentEncoder {
  push(bytes: Buffer): Promise<Buffer>;
  end(): Promise<Buffer>;
}

type Flushing = Transform & { flush(callback: () => void): void };

function transformFor(coding: string): Flushing | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return zlib.createGzip();
  if (coding === 'deflate') return zlib.createDeflate();
  if (coding === 'br') return zlib.createBrotliCompress();
  // Node 22.15 and later have it.
  const zstd = (zlib as { createZstdCompress?: () => Flushing }).createZstdCompress;
  return coding === 'zstd' ? zstd?.() : undefined;
}

class SingleEncoder implements ContentEncoder {
  readonly #transform: Flushing;
  #out: Buffer[] = [];

  constructor(transform: Flushing) {
    this.#transform = transform;
    transform.on('data', (bytes: Buffer) => this.#out.push(bytes));
  }

  async push(bytes: Buffer): Promise<Buffer> {
    this.#transform.write(bytes);
    await new Promise<void>((resolve) => this.#transform.flush(resolve));
    return this.#taken();
  }

  async end(): Promise<Buffer> {
    const ended = once(this.#transform, 'end');
    this.#transform.end();
    await ended;
    return this.#taken();
  }

  #taken(): Buffer {
    const taken = Buffer.concat(this.#out);
    this.#out = [];
    return taken;
  }
}

/** Codings one on top of another, in the order in which they are applied. */
class Chain implements ContentEncoder {
  readonly #encoders: readonly ContentEncoder[];

  constructor(encoders: readonly ContentEncoder[]) {
    this.#encoders = encoders;
  }

  async push(bytes: Buffer): Promise<Buffer> {
    let piece = bytes;
    for (const encoder of this.#encoders) piece = await encoder.push(piece);
    return piece;
  }

  async end(): Promise<Buffer> {
    let rest: Buffer = Buffer.alloc(0);
    for (const encoder of this.#encoders) {
      const before = rest.length > 0 ? await encoder.push(rest) : rest;
      rest = Buffer.concat([before, await encoder.end()]);
    }
    return rest;
  }
}

/** undefined where a coding is not known to this version of Node. */
export function contentEncoder(codings: readonly string[]): ContentEncoder | undefined {
  const transforms = codings.flatMap((coding) => transformFor(coding) ?? []);
  if (transforms.length < codings.length) return undefined;
  return new Chain(transforms.map((one) => new SingleEncoder(one)));
}
