/**
 * stdio framing: one message a line, split on the byte LF alone, across chunk and character borders. (Newer versions
 * of node:readline also split on U+2028.) Source: 2026-07-28 basic/transports/stdio § Message framing.
 */
const LF = 0x0a;

/** Cuts a byte stream into lines as it arrives; each line keeps everything but its LF. */
export class LineSplitter {
  #parts: Buffer[] = [];

  push(bytes: Uint8Array): Buffer[] {
    const lines: Buffer[] = [];
    const chunk = Buffer.from(bytes);
    let start = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
      lines.push(Buffer.concat([...this.#parts, chunk.subarray(start, at)]));
      this.#parts = [];
      start = at + 1;
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
    return lines;
  }

  /** The last line, where the stream ended without an LF. */
  rest(): Buffer | undefined {
    return this.#parts.length > 0 ? Buffer.concat(this.#parts) : undefined;
  }
}
