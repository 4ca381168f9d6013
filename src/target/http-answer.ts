/** Gathers an HTTP answer as it arrives: head, body, events with their times, and the decoded content. */
import { isEventStream, type Request, type Response, type TimedEvent } from '../exchange/exchange.js';
import { readRpc } from '../mcp/json-rpc.js';
import { EventSplitter, fieldsOf } from '../mcp/sse.js';
import type { HeaderList } from '../mcp/headers.js';
import { contentDecoder, type ContentDecoder } from './content-coding.js';
import type { HttpEvent } from './http-parser.js';
import { OpenIds } from './open-ids.js';

/** An answer that is longer is cut off here, and says so: one server must not fill the memory. */
const BODY_BYTES_MAX = 256 * 1024 * 1024;

interface Head {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  readonly atMs: number;
}

export class HttpAnswer {
  readonly #ids: OpenIds;
  readonly #now: () => number;
  readonly #onAnswered: () => void;
  readonly #body: Buffer[] = [];
  readonly #content: Buffer[] = [];
  readonly #events: TimedEvent[] = [];
  readonly #splitter = new EventSplitter();
  #head: Head | undefined;
  #decoder: ContentDecoder | undefined;
  #bodyBytes = 0;

  /** `now` gives the milliseconds since the request; `onAnswered` is told when a stream has brought what was asked for. */
  constructor(request: Request, now: () => number, onAnswered: () => void) {
    this.#ids = new OpenIds(request);
    this.#now = now;
    this.#onAnswered = onAnswered;
  }

  get tooLong(): boolean {
    return this.#bodyBytes > BODY_BYTES_MAX;
  }

  take(event: HttpEvent): void {
    if (event.type === 'head') {
      const { status, reason, headers } = event;
      this.#head = { status, reason, headers, atMs: this.#now() };
      this.#decoder = contentDecoder(headers, (bytes) => this.#takeContent(bytes));
    }
    if (event.type !== 'body') return;
    this.#bodyBytes += event.bytes.length;
    if (this.tooLong) return;
    this.#body.push(event.bytes);
    if (this.#decoder) this.#decoder.write(event.bytes);
    else this.#takeContent(event.bytes);
  }

  #takeContent(bytes: Buffer): void {
    if (this.#decoder) this.#content.push(bytes);
    if (!this.#head || !isEventStream(this.#head.headers)) return;
    for (const raw of this.#splitter.push(bytes)) this.#takeEvent(raw);
  }

  #takeEvent(raw: Buffer): void {
    this.#events.push({ atMs: this.#now(), raw });
    const { data } = fieldsOf(raw);
    const content = data === undefined ? undefined : readRpc(data);
    if (content?.kind === 'single') this.#ids.see(content.message);
    if (content?.kind === 'batch') for (const message of content.messages) if (message) this.#ids.see(message);
    if (this.#ids.answered) this.#onAnswered();
  }

  /** The answer as far as it came; undefined where not even its head did. */
  async finish(): Promise<Response | undefined> {
    const head = this.#head;
    if (head === undefined) return undefined;
    const decoded = await this.#decoder?.finish();
    const rest = this.#splitter.rest();
    if (rest) this.#takeEvent(rest);
    const content = decoded === true || this.#content.length > 0 ? { decoded: Buffer.concat(this.#content) } : {};
    const cutOff = this.tooLong ? { truncated: true, wireLength: this.#bodyBytes } : {};
    return {
      ...head,
      body: { bytes: Buffer.concat(this.#body), ...(this.#decoder ? content : {}), ...cutOff },
      ...(isEventStream(head.headers) && (this.#decoder === undefined || 'decoded' in content)
        ? { events: this.#events }
        : {}),
    };
  }
}
