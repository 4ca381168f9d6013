/** A body as it passes by, kept whole up to a limit; beyond it the beginning is kept, and the length is counted. */
import { isUtf8 } from 'node:buffer';
import type { Body } from '../exchange/exchange.js';
import type { HeaderList } from '../mcp/headers.js';
import { JsonOutline } from '../mcp/json-outline.js';
import { parseJson } from '../mcp/json-text.js';
import { decodeContent } from '../recording/content-coding.js';

export class KeptBody {
  readonly #bytesMax: number;
  readonly #chunks: Buffer[] = [];
  #kept = 0;
  #length = 0;
  #outline: JsonOutline | undefined;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    this.#length += chunk.length;
    const room = this.#bytesMax - this.#kept;
    if (chunk.length > room && this.#bytesMax > 0) this.#outlineWith(chunk);
    if (room <= 0) return;
    // A chunk is a view of what the socket read, which is larger: a copy keeps only what is needed.
    const part = Buffer.from(chunk.subarray(0, room));
    this.#chunks.push(part);
    this.#kept += part.length;
  }

  #outlineWith(chunk: Buffer): void {
    if (this.#outline === undefined) {
      this.#outline = new JsonOutline();
      for (const kept of this.#chunks) this.#outline.add(kept);
    }
    this.#outline.add(chunk);
  }

  /** The body, with a decoded copy where it has a content coding. */
  body(headers: HeaderList): Body {
    const bytes = Buffer.concat(this.#chunks);
    const isCut = this.#length > bytes.length;
    const outline = this.#outline?.text();
    const decoding = decodeContent(bytes, headers);
    // What unpacks to too much to look through is not kept at all: nobody could say what is in it.
    if (decoding.kind === 'too-large') return { bytes: Buffer.alloc(0), truncated: true, wireLength: this.#length };
    return {
      bytes: isCut ? wholeCharacters(bytes) : bytes,
      ...(isCut ? { truncated: true, wireLength: this.#length } : {}),
      ...(outline !== undefined && parseJson(outline) !== undefined ? { outline } : {}),
      ...(decoding.kind === 'decoded' ? { decoded: decoding.bytes } : {}),
    };
  }
}

/** Without the beginning of a character whose rest was cut off, so that text stays text. */
export function wholeCharacters(bytes: Buffer): Buffer {
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut++) {
    const last = bytes[bytes.length - cut] ?? 0;
    if (last < 0x80) break;
    if (last >= 0xc0) {
      const shorter = bytes.subarray(0, bytes.length - cut);
      return isUtf8(bytes) || !isUtf8(shorter) ? bytes : shorter;
    }
  }
  return bytes;
}
