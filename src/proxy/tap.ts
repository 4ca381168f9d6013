/**
 * What passes by, turned into lines of a recording as it happens. The tap is told of bytes and times and knows neither
 * sockets nor files; it never holds up what it listens to.
 */
import { rpcOf, type Outcome } from '../exchange/exchange.js';
import { outcomeFrom, type Ending } from '../exchange/outcome.js';
import { eraOf, type Era } from '../mcp/eras.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { metaVersion, type RpcContent, type RpcMessage } from '../mcp/json-rpc.js';
import type { RecordingLine } from '../recording/format.js';
import { eventLine } from '../recording/recording-lines.js';
import { storedBody } from '../recording/stored-bytes.js';
import { AnswerTap } from './answer-tap.js';
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
  #answer: AnswerTap | undefined;
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
      {
        type: 'request',
        n,
        at,
        transport: 'http',
        connection,
        era: this.#era,
        principal,
        method,
        path,
        headers,
        body: storedBody(body),
      },
      ...this.#held,
    ]);
    this.#held = [];
  }

  responseHead(status: number, reason: string, headers: HeaderList): void {
    const { n, bodyBytesMax, elapsedMs } = this.#options;
    this.#write({ type: 'response', n, atMs: elapsedMs(), status, reason, headers });
    this.#answer = new AnswerTap(status, headers, bodyBytesMax, (raw, atMs) => this.#write(eventLine(n, atMs, raw)));
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
