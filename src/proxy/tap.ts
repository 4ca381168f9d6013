/**
 * What passes by, turned into lines of a recording as it happens. The tap is told of bytes and times and knows neither
 * sockets nor files; it never holds up what it listens to.
 */
import { messagesOf } from '../exchange/answer.js';
import { isEventStream, rpcOf, type Body, type Outcome } from '../exchange/exchange.js';
import { outcomeFrom, type Ending, type SeenAnswer } from '../exchange/outcome.js';
import { eraOf, type Era } from '../mcp/eras.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { metaVersion, readRpc, type RpcContent, type RpcMessage } from '../mcp/json-rpc.js';
import { EventSplitter, fieldsOf } from '../mcp/sse.js';
import { codingsOf } from '../recording/content-coding.js';
import type { EndLine, RecordingLine } from '../recording/format.js';
import { eventLine } from '../recording/recording-lines.js';
import { storedBody } from '../recording/stored-bytes.js';
import { ContentDecoder } from './content-decoder.js';
import { KeptBody } from './kept-body.js';

export interface TapOptions {
  readonly n: number;
  /** ISO time of the request. */
  readonly at: string;
  readonly connection: number;
  readonly principal: string;
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly bodyBytesMax: number;
  /** Milliseconds since the request. */
  readonly elapsedMs: () => number;
  readonly write: (lines: readonly RecordingLine[]) => void;
}

/** An exchange that has ended, in the terms of the audit. */
export interface Ended {
  readonly era: Era;
  readonly content: RpcContent;
  /** The responses among what came back. */
  readonly messages: readonly RpcMessage[];
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly durationMs: number;
}

const isResponse = ({ kind }: RpcMessage): boolean => kind === 'result' || kind === 'error';

/** The era of a request: the header counts, and the first `_meta` in its body that names a version. */
function eraOfRequest(headers: HeaderList, content: RpcContent): Era {
  const messages = content.kind === 'single' ? [content.message] : content.kind === 'batch' ? content.messages : [];
  const meta = messages.map((message) => metaVersion(message)).find((version) => version !== undefined);
  return eraOf({ header: header(headers, 'mcp-protocol-version'), meta });
}

export class Tap {
  readonly #options: TapOptions;
  readonly #requestBody: KeptBody;
  #content: RpcContent | undefined;
  #era: Era = 'legacy';
  #held: RecordingLine[] = [];
  #answer: Answer | undefined;
  #ended = false;

  constructor(options: TapOptions) {
    this.#options = options;
    this.#requestBody = new KeptBody(options.bodyBytesMax);
  }

  requestData(chunk: Buffer): void {
    this.#requestBody.add(chunk);
  }

  /** The request is there as a whole, or will never be. Lines of an early answer have waited for it. */
  requestEnd(): void {
    if (this.#content !== undefined) return;
    const { n, at, connection, principal, method, path, headers, write } = this.#options;
    const body = this.#requestBody.body(headers);
    this.#content = rpcOf({ body });
    this.#era = eraOfRequest(headers, this.#content);
    write([
      { type: 'request', n, at, transport: 'http', connection, era: this.#era, principal, method, path, headers, body: storedBody(body) },
      ...this.#held,
    ]);
    this.#held = [];
  }

  responseHead(status: number, reason: string, headers: HeaderList): void {
    const { n, bodyBytesMax, elapsedMs } = this.#options;
    this.#write({ type: 'response', n, atMs: elapsedMs(), status, reason, headers });
    this.#answer = new Answer(status, headers, bodyBytesMax, (raw, atMs) => this.#write(eventLine(n, atMs, raw)));
  }

  responseData(chunk: Buffer): void {
    this.#answer?.add(chunk, this.#options.elapsedMs());
  }

  /** What has yet to come out of a compressed stream before `end`; undefined where there is nothing to wait for. */
  drained(): Promise<void> | undefined {
    return this.#answer?.drained();
  }

  /** Writes the end of the exchange, once. */
  end(ending: Ending, error?: string): Ended | undefined {
    if (this.#ended) return undefined;
    this.#ended = true;
    this.requestEnd();
    const { n, elapsedMs } = this.#options;
    const atMs = elapsedMs();
    const content = this.#content ?? { kind: 'foreign' };
    const stored = this.#answer?.finish(atMs) ?? {};
    const seen = this.#answer?.seen();
    const outcome = outcomeFrom(content, seen, ending);
    this.#write({
      type: 'end',
      n,
      atMs,
      outcome,
      ...stored,
      ...(ending.clientGone ? { clientGoneAtMs: atMs } : {}),
      ...(error === undefined ? {} : { error }),
    });
    return { era: this.#era, content, messages: seen?.messages ?? [], outcome, status: seen?.status, durationMs: atMs };
  }

  #write(line: RecordingLine): void {
    if (this.#content === undefined) this.#held.push(line);
    else this.#options.write([line]);
  }
}

/** One answer: its events as they end, or its body. Of a stream, only the responses in it are kept in memory. */
class Answer {
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
