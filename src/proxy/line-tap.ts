/**
 * What crosses a stdio channel, line by line, put together to exchanges. Client and server each have an id space of
 * their own; an answer goes to the oldest open request with its id. It knows no process and no stream.
 * Source: 2026-07-28 basic/transports/stdio; JSON-RPC 2.0 § 5.
 */
import { rpcOf, type Body, type Outcome } from '../exchange/exchange.js';
import { outcomeFrom, type Ending } from '../exchange/outcome.js';
import { eraOf, type Era } from '../mcp/eras.js';
import { metaVersion, type RpcContent, type RpcMessage } from '../mcp/json-rpc.js';
import { textAt } from '../mcp/json-text.js';
import type { RecordingLine } from '../recording/format.js';
import { storedBody, storedBytes } from '../recording/stored-bytes.js';
import { KeptBody, wholeCharacters } from './kept-body.js';
import type { Ended } from './tap.js';

export type Side = 'client' | 'server';

export interface LineTapOptions {
  readonly principal: string;
  readonly bodyBytesMax: number;
  /** ISO time. */
  readonly now: () => string;
  /** Milliseconds that only ever grow. */
  readonly clockMs: () => number;
  readonly write: (lines: readonly RecordingLine[]) => void;
  /** Told of every request of the client that is over. */
  readonly onEnd: (ended: Ended, at: string) => void;
}

/** A request that waits for its answer. */
interface Open {
  readonly n: number;
  readonly at: string;
  readonly startedAtMs: number;
  readonly from: Side;
  readonly era: Era;
  readonly content: RpcContent;
  /** JSON text of the ids that it waits for. */
  readonly ids: ReadonlySet<string>;
  isCancelled: boolean;
}

const NO_ENDING: Ending = { clientGone: false, cut: false, unreachable: false };

const messagesIn = (content: RpcContent): readonly RpcMessage[] =>
  content.kind === 'single'
    ? [content.message]
    : content.kind === 'batch'
      ? content.messages.filter((one) => one !== undefined)
      : [];

const isReply = ({ kind }: RpcMessage): boolean => kind === 'result' || kind === 'error';

const idOf = (message: RpcMessage): string | undefined => ('idToken' in message ? message.idToken : undefined);

const other = (side: Side): Side => (side === 'client' ? 'server' : 'client');

export class LineTap {
  readonly #options: LineTapOptions;
  readonly #open: Open[] = [];
  #count = 0;
  /** A process that was opened by `initialize` keeps to the legacy era; until then each message says its own. */
  #era: Era = 'legacy';

  constructor(options: LineTapOptions) {
    this.#options = options;
  }

  get exchanges(): number {
    return this.#count;
  }

  /** A line that ended with its LF, without it. */
  line(from: Side, bytes: Buffer): void {
    const kept = new KeptBody(this.#options.bodyBytesMax);
    kept.add(bytes);
    const body = kept.body([]);
    const content = rpcOf({ body });
    const messages = messagesIn(content);
    if (
      content.kind === 'foreign' ||
      (content.kind === 'batch' && messages.length === 0 && content.messages.length > 0)
    ) {
      this.#stray(from, bytes, false);
      return;
    }
    this.#noteCancellation(from, messages, bytes);
    if (messages.length > 0 && messages.every(isReply)) this.#reply(from, body, content, messages);
    else this.#message(from, body, content, messages);
  }

  /** What a stream ended with, without an LF. */
  unterminated(from: Side, bytes: Buffer): void {
    this.#stray(from, bytes, true);
  }

  /** The channel is over: what is open was never answered. */
  close(error: string): void {
    for (const open of this.#open.splice(0)) this.#end(open, undefined, [], error);
  }

  #message(from: Side, body: Body, content: RpcContent, messages: readonly RpcMessage[]): void {
    const open = this.#request(from, body, content, messages);
    // Nothing answers a notification: it is over when it has passed.
    if (open.ids.size === 0) this.#end(open, undefined, [], undefined);
    else this.#open.push(open);
  }

  #request(from: Side, body: Body, content: RpcContent, messages: readonly RpcMessage[]): Open {
    const { now, clockMs, principal, write } = this.#options;
    const era = this.#eraOf(from, messages);
    const asked = messages.filter(({ kind }) => kind === 'request').flatMap((one) => idOf(one) ?? []);
    const open = {
      n: ++this.#count,
      at: now(),
      startedAtMs: clockMs(),
      from,
      era,
      content,
      ids: new Set(asked),
      isCancelled: false,
    };
    write([
      {
        type: 'request',
        n: open.n,
        at: open.at,
        transport: 'stdio',
        ...(from === 'server' ? { from } : {}),
        connection: 1,
        era,
        principal,
        body: storedBody(body),
      },
    ]);
    return open;
  }

  #eraOf(from: Side, messages: readonly RpcMessage[]): Era {
    if (from === 'client') {
      const meta = messages.map((one) => metaVersion(one)).find((version) => version !== undefined);
      const era = eraOf({ meta });
      // Notifications of a modern client need not carry an envelope.
      if (meta !== undefined || messages.some((one) => 'method' in one && one.method === 'initialize')) this.#era = era;
      return messages.some(({ kind }) => kind === 'request') ? era : this.#era;
    }
    return this.#era;
  }

  /** An answer ends the oldest request of the other side that waits for it; one that nobody waits for stands alone. */
  #reply(from: Side, body: Body, content: RpcContent, messages: readonly RpcMessage[]): void {
    const ids = new Set(messages.flatMap((one) => idOf(one) ?? []));
    const at = this.#open.findIndex((open) => open.from === other(from) && [...open.ids].some((id) => ids.has(id)));
    const [open] = at < 0 ? [] : this.#open.splice(at, 1);
    if (open !== undefined) {
      this.#end(open, body, messages, undefined);
      return;
    }
    const alone = this.#request(from, body, content, messages);
    this.#end(
      alone,
      undefined,
      [],
      'nobody waited for this answer',
      messages.some(({ kind }) => kind === 'error') ? 'protocol-error' : 'no-result',
    );
  }

  #end(
    open: Open,
    answer: Body | undefined,
    messages: readonly RpcMessage[],
    error: string | undefined,
    outcome?: Outcome,
  ): void {
    const { clockMs, write, onEnd } = this.#options;
    const atMs = rounded(clockMs() - open.startedAtMs);
    const ending = { ...NO_ENDING, clientGone: open.isCancelled && answer === undefined };
    const isQuiet = open.ids.size === 0;
    const seen = answer !== undefined || isQuiet ? { status: undefined, messages } : undefined;
    const how = outcome ?? outcomeFrom(open.content, seen, ending);
    write([
      {
        type: 'end',
        n: open.n,
        atMs,
        outcome: how,
        ...(answer === undefined ? {} : { body: storedBody(answer), answeredAtMs: atMs }),
        ...(error === undefined ? {} : { error }),
      },
    ]);
    if (open.from !== 'client') return;
    onEnd(
      { era: open.era, content: open.content, messages, outcome: how, status: undefined, durationMs: atMs },
      open.at,
    );
  }

  #stray(from: Side, bytes: Buffer, unterminated: boolean): void {
    const { now, write, bodyBytesMax } = this.#options;
    const isCut = bytes.length > bodyBytesMax;
    write([
      {
        type: 'stray',
        at: now(),
        from,
        ...(unterminated ? { unterminated: true as const } : {}),
        ...(isCut ? { truncated: true as const, bytes: bytes.length } : {}),
        ...storedBytes(isCut ? wholeCharacters(bytes.subarray(0, bodyBytesMax)) : bytes),
      },
    ]);
  }

  /** Source: 2026-07-28 basic/utilities/cancellation § Cancellation Flow. */
  #noteCancellation(from: Side, messages: readonly RpcMessage[], bytes: Buffer): void {
    const cancels = messages.some((one) => one.kind === 'notification' && one.method === 'notifications/cancelled');
    if (!cancels || messages.length !== 1) return;
    const id = textAt(bytes.toString('utf8'), ['params', 'requestId']);
    const open = this.#open.find((one) => one.from === from && id !== undefined && one.ids.has(id));
    if (open) open.isCancelled = true;
  }
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;
