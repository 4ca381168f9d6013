/**
 * The outline of a JSON text that is too long to keep: its outer members, with long strings and what is nested deeper
 * left empty. Method, id, names and versions of a JSON-RPC message are all in it, wherever in the message they stand.
 */
const DEPTH_MAX = 3;
const STRING_BYTES_MAX = 1024;
const OUTLINE_BYTES_MAX = 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const isOpen = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClose = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/** Takes a JSON text in pieces. */
export class JsonOutline {
  #out: number[] = [];
  #string: number[] | undefined;
  #isEscaped = false;
  #depth = 0;

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.#out.length > OUTLINE_BYTES_MAX) return;
      if (this.#string) this.#inString(this.#string, byte);
      else this.#outside(byte);
    }
  }

  /** The outline, or undefined where there are more outer members than it can hold. */
  text(): string | undefined {
    return this.#out.length > OUTLINE_BYTES_MAX ? undefined : Buffer.from(this.#out).toString('utf8');
  }

  #inString(string: number[], byte: number): void {
    if (byte === QUOTE && !this.#isEscaped) {
      this.#string = undefined;
      if (this.#depth <= DEPTH_MAX) this.#out.push(QUOTE, ...(string.length > STRING_BYTES_MAX ? [] : string), QUOTE);
      return;
    }
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
    if (string.length <= STRING_BYTES_MAX) string.push(byte);
  }

  #outside(byte: number): void {
    if (byte === QUOTE) this.#string = [];
    else if (isOpen(byte)) {
      this.#depth++;
      if (this.#depth <= DEPTH_MAX + 1) this.#out.push(byte);
    } else if (isClose(byte)) {
      if (this.#depth <= DEPTH_MAX + 1) this.#out.push(byte);
      this.#depth--;
    } else if (this.#depth <= DEPTH_MAX) this.#out.push(byte);
  }
}
