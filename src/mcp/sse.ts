/**
 * Event streams, split where the next event begins and kept to the byte: the pieces joined are the stream.
 * Source: WHATWG HTML § 9.2.6 (lines end with CR LF, LF or CR; a blank line ends an event).
 */
const CR = 0x0d;
const LF = 0x0a;

/** Cuts a stream into events as its bytes arrive, across chunk and character borders. */
export class EventSplitter {
  #held: Buffer = Buffer.alloc(0);
  #from = 0;
  #lineStart = 0;

  /** The events that these bytes complete, each with its closing blank line. */
  push(bytes: Uint8Array): Buffer[] {
    this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, bytes]) : Buffer.from(bytes);
    const events: Buffer[] = [];
    let start = 0;
    let i = this.#from;
    let lineStart = this.#lineStart;
    while (i < this.#held.length) {
      const byte = this.#held[i];
      if (byte !== CR && byte !== LF) {
        i++;
        continue;
      }
      // A CR at the very end may be half of a CR LF: wait for the byte after it.
      if (byte === CR && i + 1 === this.#held.length) break;
      const next = byte === CR && this.#held[i + 1] === LF ? i + 2 : i + 1;
      if (i === lineStart) {
        events.push(this.#held.subarray(start, next));
        start = next;
      }
      lineStart = next;
      i = next;
    }
    this.#held = this.#held.subarray(start);
    this.#from = i - start;
    this.#lineStart = lineStart - start;
    return events;
  }

  /** What is left when the stream has ended: an event without its blank line, or nothing. */
  rest(): Buffer | undefined {
    return this.#held.length > 0 ? this.#held : undefined;
  }

  /** Whether what is left is a whole event whose closing CR was the last byte of the stream. */
  get restIsComplete(): boolean {
    return this.#held.length > 0 && this.#lineStart === this.#held.length - 1 && this.#held.at(-1) === CR;
  }
}

/** Cuts a whole stream into events; `tail` is what stands after the last blank line. */
export function splitEvents(stream: Uint8Array): { readonly events: Buffer[]; readonly tail: Buffer | undefined } {
  const splitter = new EventSplitter();
  const events = splitter.push(stream);
  const rest = splitter.rest();
  return rest && splitter.restIsComplete ? { events: [...events, rest], tail: undefined } : { events, tail: rest };
}

export interface EventFields {
  readonly event: string;
  readonly data: string | undefined;
  readonly id: string | undefined;
  readonly retry: string | undefined;
}

/** The fields of one event; `data` is undefined where it has none (a comment, a bare id). */
export function fieldsOf(raw: Uint8Array): EventFields {
  const lines = Buffer.from(raw)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/);
  const values = (field: string): string[] =>
    lines.flatMap((line) => {
      if (line === field) return [''];
      if (!line.startsWith(`${field}:`)) return [];
      const value = line.slice(field.length + 1);
      return [value.startsWith(' ') ? value.slice(1) : value];
    });
  const data = values('data');
  return {
    event: values('event').at(-1) || 'message',
    data: data.length > 0 ? data.join('\n') : undefined,
    id: values('id').at(-1),
    retry: values('retry').at(-1),
  };
}
