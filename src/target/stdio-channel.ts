/** One process of a stdio server with the requests that are under way in it. */
import type { Exchange, Request, Response } from '../exchange/exchange.js';
import { outcomeOf, type Ending } from '../exchange/outcome.js';
import { readRpc, type RpcContent } from '../mcp/json-rpc.js';
import type { Child, ChildEnd } from './child.js';
import { clientReply } from './client-reply.js';
import type { Flight, SendOptions } from './target.js';
import { isAnswered, Waiting } from './waiting.js';

export interface StdioChannelOptions {
  readonly start: (onLine: (line: Buffer, terminated: boolean) => void) => Child;
  readonly connection: number;
  /** The number of the next exchange, over all channels. */
  readonly nextN: () => number;
  readonly onStray: (bytes: Buffer) => void;
  readonly onUnasked: (exchange: Exchange) => void;
  readonly onEnd: (end: ChildEnd) => void;
}

/** What ended a flight, beside what the outcome is read from. */
interface FlightEnd extends Partial<Ending> {
  readonly line?: Buffer;
  readonly error?: string;
}

export class StdioChannel {
  readonly #options: StdioChannelOptions;
  readonly #child: Child;
  readonly #waiting = new Waiting();
  readonly #underway = new Set<(end: FlightEnd) => void>();
  #last: Pick<SendOptions, 'era' | 'as'> | undefined;
  #end: ChildEnd | undefined;

  constructor(options: StdioChannelOptions) {
    this.#options = options;
    this.#child = options.start((line, terminated) => this.#take(line, terminated));
    void this.#child.ended.then((end) => {
      this.#end = end;
      options.onEnd(end);
      for (const finish of this.#underway) finish(endingOf(end));
    });
  }

  /** Whether nothing more can be asked of its process. */
  get hasEnded(): boolean {
    return this.#child.hasEnded;
  }

  send(request: Request, options: SendOptions): Flight {
    this.#last = options;
    const startedAt = performance.now();
    const base = this.#base(request, options);
    let markSent!: () => void;
    let deliver!: (exchange: Exchange) => void;
    const sent = new Promise<void>((resolve) => (markSent = resolve));
    const exchange = new Promise<Exchange>((resolve) => (deliver = resolve));
    const expectsAnswer = isAnswered(request);

    const finish = (end: FlightEnd): void => {
      if (!this.#underway.delete(finish)) return;
      clearTimeout(timer);
      this.#waiting.remove(waiter);
      markSent();
      deliver({ ...base, ...ended(request, end, performance.now() - startedAt, expectsAnswer) });
    };
    const waiter = { request, answer: (line: Buffer) => finish({ line }) };
    const timer = setTimeout(() => finish({ error: `no answer within ${options.timeoutMs} ms` }), options.timeoutMs);

    this.#underway.add(finish);
    if (expectsAnswer) this.#waiting.add(waiter);
    this.#child.write(request.body.bytes, (failed) => {
      markSent();
      if (!expectsAnswer && !failed) finish({});
    });
    if (this.#end) finish(endingOf(this.#end));
    return { sent, exchange, abort: () => finish({ clientGone: true }) };
  }

  end(): Promise<void> {
    return this.#child.end();
  }

  #base(request: Request, options: Pick<SendOptions, 'era' | 'as'>) {
    return {
      n: this.#options.nextN(),
      at: new Date().toISOString(),
      transport: 'stdio',
      from: 'client',
      connection: this.#options.connection,
      era: options.era,
      principal: options.as?.name ?? 'anonymous',
      request,
    } as const;
  }

  #take(line: Buffer, terminated: boolean): void {
    const content = readRpc(line.toString('utf8'));
    if (!terminated || content.kind === 'foreign') this.#options.onStray(line);
    else if (!this.#waiting.give(line)) this.#takeUnasked(line, content);
  }

  /** A request, a notification, or a response that nobody waits for (any more). */
  #takeUnasked(line: Buffer, content: RpcContent): void {
    const request: Request = { method: 'POST', path: '/', headers: [], body: { bytes: line } };
    const base = { ...this.#base(request, this.#last ?? { era: 'legacy', as: null }), from: 'server' as const };
    const asked = content.kind === 'single' && content.message.kind === 'request' ? content.message : undefined;
    if (asked === undefined) return this.#options.onUnasked({ ...base, outcome: 'ok', durationMs: 0 });
    const reply = clientReply(asked);
    this.#child.write(reply, () => undefined);
    this.#options.onUnasked({ ...base, ...ended(request, { line: reply }, 0, true) });
  }
}

/** The part of an exchange that its end decides. */
function ended(request: Request, end: FlightEnd, durationMs: number, expectsAnswer: boolean) {
  const { line, error, clientGone = false, cut = false, unreachable = false } = end;
  const response: Response | undefined = line && { headers: [], body: { bytes: line }, atMs: durationMs };
  const isDone = !expectsAnswer && !clientGone && !cut && !unreachable && error === undefined;
  const outcome = isDone ? 'ok' : outcomeOf(request, response, { clientGone, cut, unreachable });
  return {
    ...(response === undefined ? {} : { response }),
    outcome,
    durationMs,
    ...(clientGone ? { clientGoneAtMs: durationMs } : {}),
    ...(error === undefined ? {} : { error }),
  };
}

/** What the end of the process is to whoever still waits: never started, or cut. */
function endingOf({ failure, code, signal, lastWords }: ChildEnd): FlightEnd {
  if (failure !== undefined) return { unreachable: true, error: `the command could not be started: ${failure}` };
  const how = signal === null ? `with code ${code ?? 'unknown'}` : `by signal ${signal}`;
  const words = lastWords === '' ? '' : `; the end of its stderr: ${lastWords}`;
  return { cut: true, error: `the process ended ${how}${words}` };
}
