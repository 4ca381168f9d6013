/**
 * HTTP/1.1 answers, read as their bytes arrive: heads with names, values and order as they came, bodies by any of the
 * three framings. It judges nothing and opens nothing. Source: RFC 9112 §§ 4-7; it is lenient where that says MAY.
 */
import { headerValues, type HeaderList } from '../mcp/headers.js';
import { headerFields, Malformed } from './http-fields.js';

export type HttpEvent =
  | { readonly type: 'head'; readonly status: number; readonly reason: string; readonly headers: HeaderList }
  | { readonly type: 'body'; readonly bytes: Buffer }
  | { readonly type: 'end' }
  /** The bytes are no HTTP/1.1 answer; nothing more comes. */
  | { readonly type: 'malformed'; readonly reason: string };

/** Far above what any client takes (16 KiB in Node, 64 KiB elsewhere): a head that never ends must not fill the memory. */
const HEAD_BYTES_MAX = 256 * 1024;

type State = 'head' | 'fixed' | 'until-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'done';

export class HttpParser {
  readonly #requestMethod: string;
  #state: State = 'head';
  #held: Buffer = Buffer.alloc(0);
  #headLines: string[] = [];
  #headBytes = 0;
  #remaining = 0;

  /** The method decides whether an answer has a body: one to HEAD has none. */
  constructor(requestMethod: string) {
    this.#requestMethod = requestMethod;
  }

  /** Whether the answer has ended, by its framing or because it could not be read on. */
  get done(): boolean {
    return this.#state === 'done';
  }

  push(bytes: Uint8Array): HttpEvent[] {
    this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, bytes]) : Buffer.from(bytes);
    const events: HttpEvent[] = [];
    try {
      while (this.#state !== 'done' && this.#step(events));
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.#state = 'done';
      events.push({ type: 'malformed', reason: error.message });
    }
    return events;
  }

  /** The connection was closed: the end of a body that has no other, and a cut of any other. */
  close(): HttpEvent[] {
    if (this.#state !== 'until-close') return [];
    this.#state = 'done';
    return [{ type: 'end' }];
  }

  /** Reads one piece on; false where more bytes are needed. */
  #step(events: HttpEvent[]): boolean {
    switch (this.#state) {
      case 'head':
        return this.#headLine(events);
      case 'fixed':
        return this.#data(events, () => this.#end(events));
      case 'until-close':
        if (this.#held.length > 0) events.push({ type: 'body', bytes: this.#take(this.#held.length) });
        return false;
      case 'chunk-size':
        return this.#chunkSize();
      case 'chunk':
        return this.#data(events, () => (this.#state = 'chunk-end'));
      case 'chunk-end': {
        const line = this.#line();
        if (line === undefined) return false;
        if (line !== '') throw new Malformed('a chunk is longer than its size says');
        this.#state = 'chunk-size';
        return true;
      }
      case 'trailers': {
        const line = this.#line();
        if (line === '') this.#end(events);
        return line !== undefined;
      }
      default:
        return false;
    }
  }

  #end(events: HttpEvent[]): void {
    this.#state = 'done';
    events.push({ type: 'end' });
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  /** The next line as Latin-1, without its CR LF; a lone LF ends one too (RFC 9112 § 2.2). */
  #line(): string | undefined {
    const at = this.#held.indexOf(0x0a);
    if ((at < 0 ? this.#held.length : at) > HEAD_BYTES_MAX) throw new Malformed('a line of its head is too long');
    if (at < 0) return undefined;
    const line = this.#take(at + 1).toString('latin1', 0, at);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  #data(events: HttpEvent[], whenComplete: () => void): boolean {
    if (this.#held.length === 0 && this.#remaining > 0) return false;
    const bytes = this.#take(Math.min(this.#remaining, this.#held.length));
    this.#remaining -= bytes.length;
    if (bytes.length > 0) events.push({ type: 'body', bytes });
    if (this.#remaining === 0) whenComplete();
    return this.#remaining === 0;
  }

  #chunkSize(): boolean {
    const line = this.#line();
    if (line === undefined) return false;
    const size = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?$/.exec(line)?.[1];
    if (size === undefined) throw new Malformed('a chunk size is no hexadecimal number');
    this.#remaining = Number.parseInt(size, 16);
    this.#state = this.#remaining === 0 ? 'trailers' : 'chunk';
    return true;
  }

  #headLine(events: HttpEvent[]): boolean {
    const line = this.#line();
    if (line === undefined) return false;
    // Empty lines before the status line are skipped, as RFC 9112 § 2.2 asks of servers.
    if (line === '' && this.#headLines.length === 0) return true;
    if (this.#headLines.length === 0 && !/^HTTP\/1\.\d \d{3}(?: |$)/.test(line)) {
      throw new Malformed('its first line is not an HTTP/1.1 status line');
    }
    this.#headBytes += line.length + 2;
    if (this.#headBytes > HEAD_BYTES_MAX) throw new Malformed('its head is too long');
    if (line !== '') this.#headLines.push(line);
    else this.#head(events);
    return true;
  }

  #head(events: HttpEvent[]): void {
    const [statusLine = '', ...fields] = this.#headLines;
    this.#headLines = [];
    this.#headBytes = 0;
    const status = Number(statusLine.slice(9, 12));
    // Interim answers are no answers (RFC 9110 § 15.2); after 101 there is no HTTP left to read.
    if (status >= 100 && status < 200 && status !== 101) return;
    const headers = headerFields(fields);
    events.push({ type: 'head', status, reason: statusLine.slice(13), headers });
    this.#state = this.#framing(status, headers);
    if (this.#state === 'done' || (this.#state === 'fixed' && this.#remaining === 0)) this.#end(events);
  }

  /** How the body ends. Source: RFC 9112 § 6.3. */
  #framing(status: number, headers: HeaderList): State {
    const tunnel = this.#requestMethod === 'CONNECT' && status >= 200 && status < 300;
    if (this.#requestMethod === 'HEAD' || status < 200 || status === 204 || status === 304 || tunnel) return 'done';
    const codings = headerValues(headers, 'transfer-encoding').join(',').toLowerCase().split(',');
    if (codings.join('').trim() !== '') return codings.at(-1)?.trim() === 'chunked' ? 'chunk-size' : 'until-close';
    const lengths = new Set(
      headerValues(headers, 'content-length')
        .flatMap((value) => value.split(','))
        .map((one) => one.trim()),
    );
    if (lengths.size === 0) return 'until-close';
    const [length = ''] = lengths;
    if (lengths.size > 1 || !/^\d{1,15}$/.test(length)) throw new Malformed('its Content-Length is not one number');
    this.#remaining = Number(length);
    return 'fixed';
  }
}
