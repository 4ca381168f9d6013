/**
 * One answer as it comes back: its events as they end, or its body. Of an event stream only the responses in it are
 * kept in memory, as a stream may run for days.
 */
import { messagesOf } from '../exchange/answer.js';
import { isEventStream, type Body } from '../exchange/exchange.js';
import type { SeenAnswer } from '../exchange/outcome.js';
import type { HeaderList } from '../mcp/headers.js';
import { readRpc, type RpcMessage } from '../mcp/json-rpc.js';
import { EventSplitter, fieldsOf } from '../mcp/sse.js';
import { codingsOf } from '../recording/content-coding.js';
import type { EndLine } from '../recording/format.js';
import { storedBody } from '../recording/stored-bytes.js';
import { ContentDecoder } from './content-decoder.js';
import { KeptBody } from './kept-body.js';

const isResponse = ({ kind }: RpcMessage): boolean => kind === 'result' || kind === 'error';

export class AnswerTap {
  readonly #status: number;
  readonly #headers: HeaderList;
  readonly #onEvent: (raw: Buffer, atMs: number) => void;
  readonly #splitter: EventSplitter | undefined;
  readonly #decoder: ContentDecoder | undefined;
  readonly #body: KeptBody;
  readonly #responses: RpcMessage[] = [];
  #whole: Body | undefined;

  constructor(status: number, headers: HeaderList, bytesMax: number, onEvent: (raw: Buffer, atMs: number) => void) {
    this.#status = status;
    this.#headers = headers;
    this.#onEvent = onEvent;
    const codings = codingsOf(headers);
    const isStream = isEventStream(headers);
    this.#decoder = isStream ? ContentDecoder.for(codings, (bytes, atMs) => this.#split(bytes, atMs)) : undefined;
    this.#splitter = isStream && (codings.length === 0 || this.#decoder) ? new EventSplitter() : undefined;
    this.#body = new KeptBody(this.#splitter && this.#decoder === undefined ? 0 : bytesMax);
  }

  add(chunk: Buffer, atMs: number): void {
    this.#body.add(chunk);
    if (this.#decoder) this.#decoder.push(chunk, atMs);
    else if (this.#splitter) this.#split(chunk, atMs);
  }

  drained(): Promise<void> | undefined {
    return this.#decoder?.end();
  }

  /** The rest of a stream as an event of its own, and what the end line holds. */
  finish(atMs: number): Pick<EndLine, 'body' | 'bytes'> {
    const rest = this.#splitter?.rest();
    if (rest !== undefined) this.#event(rest, atMs, this.#splitter?.restIsComplete === true);
    const isOnlyEvents = this.#splitter !== undefined && this.#decoder === undefined;
    this.#whole = isOnlyEvents ? undefined : this.#body.body(this.#headers);
    return {
      ...(this.#whole === undefined ? {} : { body: storedBody(this.#whole) }),
      ...(this.#splitter === undefined ? {} : { bytes: this.#body.length }),
    };
  }

  /** What counts for the outcome; to be asked after `finish`. */
  seen(): SeenAnswer {
    const messages =
      this.#splitter === undefined && this.#whole !== undefined
        ? messagesOf({ headers: this.#headers, body: this.#whole, atMs: 0 }).filter(isResponse)
        : this.#responses;
    return { status: this.#status, messages };
  }

  #split(bytes: Buffer, atMs: number): void {
    for (const raw of this.#splitter?.push(bytes) ?? []) this.#event(raw, atMs, true);
  }

  #event(raw: Buffer, atMs: number, isWhole: boolean): void {
    this.#onEvent(raw, atMs);
    const data = isWhole ? fieldsOf(raw).data : undefined;
    // Notifications and the server's own requests are many on a long stream; only responses decide the outcome.
    if (data === undefined || !/"(?:result|error)"/.test(data)) return;
    const content = readRpc(data);
    const messages = content.kind === 'single' ? [content.message] : content.kind === 'batch' ? content.messages : [];
    this.#responses.push(...messages.filter((one): one is RpcMessage => one !== undefined && isResponse(one)));
  }
}
