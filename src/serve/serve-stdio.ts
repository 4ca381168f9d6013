/**
 * A recording as a stdio server: the program that a client starts. One message a line; nothing else is ever on stdout.
 * Source: 2026-07-28 basic/transports/stdio.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Readable, Writable } from 'node:stream';
import type { Exchange, Request } from '../exchange/exchange.js';
import { LineSplitter } from '../mcp/lines.js';
import { readRecording } from '../recording/read.js';
import { besideOf } from './beside.js';
import { linesOf, type TimedLine } from './lines.js';
import { noLineAnswer, type Miss } from './miss.js';
import { errorAnswer } from './own-answers.js';
import { pacedMs, type Pace } from './pace.js';
import { isStanding } from './plan.js';
import { remarksOn, requireExchanges } from './remarks.js';
import type { ServeOptions } from './serve.js';
import { SESSION_HEADER } from './script.js';
import { StandIn, type Recorded } from './stand-in.js';

export interface ServeStdioOptions extends Omit<ServeOptions, 'host' | 'port'> {
  /** The client's side. */
  readonly stdin: Readable;
  readonly stdout: Writable;
}

export interface ServedStdio {
  /** Ends it before the client does. */
  stop(): void;
  /** Resolves when the client has closed its end and all that was under way has been said. */
  readonly ended: Promise<void>;
}

/** Serves a recording to the client at the other end of two streams. */
export function serveStdio(options: ServeStdioOptions): ServedStdio {
  const { recording: given } = options;
  const recording = typeof given === 'string' ? readRecording(given) : given;
  requireExchanges(recording);
  for (const remark of remarksOn(recording)) options.onProblem?.(remark);
  return new StdioServer(new StandIn(recording, options), besideOf(recording), options);
}

class StdioServer implements ServedStdio {
  readonly ended: Promise<void>;
  readonly #standIn: StandIn;
  readonly #beside: ReturnType<typeof besideOf>;
  readonly #options: ServeStdioOptions;
  readonly #pace: Pace;
  readonly #stopping = new AbortController();
  readonly #speaking = new Set<Promise<void>>();
  #sessionId: string | undefined;
  #end!: () => void;

  constructor(standIn: StandIn, beside: ReturnType<typeof besideOf>, options: ServeStdioOptions) {
    this.#standIn = standIn;
    this.#beside = beside;
    this.#options = options;
    this.#pace = options.pace ?? 'fast';
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.#listen(options);
    for (const { line } of beside.get(undefined)?.before ?? []) this.#write(line);
  }

  stop(): void {
    this.#stopping.abort();
    this.#end();
  }

  #listen({ stdin, stdout }: ServeStdioOptions): void {
    const splitter = new LineSplitter();
    stdin.on('data', (chunk: Buffer) => {
      for (const line of splitter.push(chunk)) this.#take(line);
    });
    stdin.on('error', () => this.stop());
    stdin.once('end', () => {
      const rest = splitter.rest();
      if (rest !== undefined) this.#take(rest);
      void Promise.all(this.#speaking).then(() => this.stop());
    });
    stdout.on('error', () => this.stop());
  }

  #take(line: Buffer): void {
    if (line.toString('latin1').trim() === '' || this.#stopping.signal.aborted) return;
    const request = this.#request(line);
    const reply = this.#standIn.ask(request);
    if (reply.kind === 'recorded') {
      this.#sessionId = reply.session.id;
      this.#speak(this.#answer(reply));
      return;
    }
    if (reply.miss) this.#options.onMiss?.(reply.miss);
    // What is no JSON-RPC is dropped, as stdio servers do.
    const isMessage = reply.miss === undefined || reply.miss.method !== request.method;
    if (isMessage && reply.answer.body !== '') this.#write(Buffer.from(reply.answer.body, 'utf8'));
  }

  /** A line as the HTTP request that would say the same, in the session that was opened. */
  #request(line: Buffer): Request {
    const headers = this.#sessionId === undefined ? [] : [[SESSION_HEADER, this.#sessionId] as const];
    return { method: 'POST', path: '', headers, body: { bytes: line } };
  }

  #speak(said: Promise<void>): void {
    const settled = said
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#options.onProblem?.(`A line could not be answered: ${String(error)}`);
      })
      .finally(() => this.#speaking.delete(settled));
    this.#speaking.add(settled);
  }

  async #answer({ part, question, echo, session }: Recorded): Promise<void> {
    const { exchange } = part;
    await this.#say(linesOf(exchange, this.#beside.get(exchange), { ...session.echo, ids: echo.ids }));
    const asks = question.messages.some((one) => one?.kind === 'request');
    if (asks && !isAnswered(exchange)) this.#leaveUnanswered(exchange, question);
    if (question.method === 'notifications/initialized') await this.#sayStanding(part.session);
  }

  async #say(lines: readonly TimedLine[]): Promise<void> {
    const startedAtMs = performance.now();
    for (const { atMs, line } of lines) {
      const restMs = pacedMs(atMs, this.#pace) - (performance.now() - startedAtMs);
      if (restMs > 0) await wait(restMs, undefined, { signal: this.#stopping.signal });
      this.#write(line);
    }
  }

  /** A call that was given up stays without answer; a server that ended without answering ends again. */
  #leaveUnanswered(exchange: Exchange, question: Recorded['question']): void {
    if (exchange.outcome === 'aborted-by-client') return;
    if (exchange.transport === 'stdio') {
      this.stop();
      return;
    }
    const miss: Miss = noLineAnswer(question, exchange);
    this.#options.onMiss?.(miss);
    this.#write(Buffer.from(errorAnswer(question, miss, false).body, 'utf8'));
  }

  /** What the recorded server sent on streams of its own, once the client is ready. */
  async #sayStanding(session: string | undefined): Promise<void> {
    const streams = this.#standIn.script.parts.filter((part) => isStanding(part.exchange) && part.session === session);
    for (const { exchange } of streams)
      await this.#say(linesOf(exchange, undefined, { ids: new Map(), progressTokens: new Map() }));
  }

  #write(line: Buffer): void {
    if (!this.#options.stdout.destroyed) this.#options.stdout.write(Buffer.concat([line, Buffer.from('\n')]));
  }
}

const isAnswered = ({ outcome }: Exchange): boolean =>
  outcome === 'ok' || outcome === 'tool-error' || outcome === 'protocol-error';
