/** One request under way over HTTP, on a connection of its own, until it has become an exchange. */
import type { Socket } from 'node:net';
import type { Exchange, Request } from '../exchange/exchange.js';
import { outcomeOf, type Ending } from '../exchange/outcome.js';
import { HttpAnswer } from './http-answer.js';
import { HttpParser, type HttpEvent } from './http-parser.js';
import { bytesOf } from './http-request.js';
import { systemWords } from './system-words.js';
import type { Flight, SendOptions } from './target.js';

/** How long a stream may stay open after the response before we stop waiting for what should not come. */
const LINGER_MS = 250;

/** What ended a flight, beside what the outcome is read from. */
interface End extends Partial<Ending> {
  readonly error?: string;
}

export class HttpFlight implements Flight {
  readonly sent: Promise<void>;
  readonly exchange: Promise<Exchange>;
  readonly #request: Request;
  readonly #options: SendOptions;
  readonly #n: number;
  readonly #at = new Date().toISOString();
  readonly #socket: Socket;
  readonly #parser: HttpParser;
  readonly #answer: HttpAnswer;
  readonly #timer: NodeJS.Timeout;
  #startedAt = performance.now();
  #isOpen = false;
  #ended = false;
  #socketError: string | undefined;
  #linger: NodeJS.Timeout | undefined;
  #markSent!: () => void;
  #deliver!: (exchange: Exchange) => void;

  constructor(request: Request, options: SendOptions, n: number, connect: (onOpen: () => void) => Socket) {
    this.#request = request;
    this.#options = options;
    this.#n = n;
    this.sent = new Promise((resolve) => (this.#markSent = resolve));
    this.exchange = new Promise((resolve) => (this.#deliver = resolve));
    this.#parser = new HttpParser(request.method);
    this.#answer = new HttpAnswer(
      request,
      () => this.#sinceStart(),
      () => this.#startLinger(),
    );
    this.#timer = setTimeout(() => this.#timeOut(), options.timeoutMs);
    this.#socket = connect(() => this.#write());
    this.#socket.on('data', (bytes) => this.#take(this.#parser.push(bytes)));
    this.#socket.on('error', (error) => (this.#socketError ??= systemWords(error)));
    // A connection that was reset emits no 'end', and 'close' waits for what is still to be written.
    this.#socket.on('end', () => this.#closed());
    this.#socket.on('close', () => this.#closed());
  }

  abort(): void {
    this.#end({ clientGone: true });
  }

  #sinceStart(): number {
    return performance.now() - this.#startedAt;
  }

  #write(): void {
    this.#isOpen = true;
    this.#startedAt = performance.now();
    this.#socket.write(bytesOf(this.#request), () => this.#markSent());
  }

  #take(events: readonly HttpEvent[]): void {
    for (const event of events) {
      this.#answer.take(event);
      if (event.type === 'end') this.#end({});
      if (event.type === 'malformed')
        this.#end({ cut: true, error: `the answer could not be read as HTTP/1.1: ${event.reason}` });
    }
    if (this.#answer.tooLong) this.#end({ error: 'the answer is too long; only its beginning was kept' });
  }

  #closed(): void {
    const words = this.#socketError ?? 'the server closed the connection';
    if (!this.#isOpen) return this.#end({ unreachable: true, error: words });
    // Bytes that a reset left unread may be missing, so that it never stands for the end of a body.
    if (this.#socketError === undefined) this.#take(this.#parser.close());
    this.#end({ cut: true, error: `${words} before the answer had ended` });
  }

  #timeOut(): void {
    const within = `within ${this.#options.timeoutMs} ms`;
    this.#end(
      this.#isOpen ? { error: `no answer ${within}` } : { unreachable: true, error: `no connection ${within}` },
    );
  }

  #startLinger(): void {
    this.#linger ??= setTimeout(() => this.#end({}), LINGER_MS);
  }

  #end(end: End): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#linger);
    const durationMs = this.#sinceStart();
    this.#socket.destroy();
    this.#markSent();
    void this.#exchangeOf(end, durationMs).then(this.#deliver);
  }

  async #exchangeOf(end: End, durationMs: number): Promise<Exchange> {
    const { clientGone = false, cut = false, unreachable = false, error } = end;
    const response = await this.#answer.finish();
    const outcome = outcomeOf(this.#request, response, { clientGone, cut, unreachable });
    const failed = outcome === 'no-result' || outcome === 'truncated-by-server' || outcome === 'unreachable';
    return {
      n: this.#n,
      at: this.#at,
      transport: 'http',
      from: 'client',
      connection: this.#n,
      era: this.#options.era,
      principal: this.#options.as?.name ?? 'anonymous',
      request: this.#request,
      ...(response === undefined ? {} : { response }),
      outcome,
      durationMs,
      ...(clientGone ? { clientGoneAtMs: durationMs } : {}),
      ...(failed && error !== undefined ? { error } : {}),
    };
  }
}
