/** A recording as a server: a listener, a stand-in that knows the recording, and nothing that could reach anywhere. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from '../exchange/exchange.js';
import { codingsOf } from '../recording/content-coding.js';
import { containsMask } from '../recording/redaction/mask.js';
import { readRecording } from '../recording/read.js';
import type { Recording } from '../recording/recording.js';
import { endpointEdit } from './endpoint.js';
import { listen, type Listener } from './listener.js';
import { unreadable, type Miss } from './miss.js';
import { errorAnswer, type OwnAnswer } from './own-answers.js';
import { stdioOverHttp } from './stdio-over-http.js';
import type { Pace } from './pace.js';
import { perform } from './perform.js';
import { isStanding, planOf } from './plan.js';
import { remarksOn, requireExchanges } from './remarks.js';
import { StandIn, type Recorded, type StandInOptions } from './stand-in.js';
import { standingStream } from './standing-stream.js';

export interface ServeOptions extends StandInOptions {
  /** The path of a recording, or one that was read. */
  readonly recording: string | Recording;
  readonly host?: string;
  /** 0 or left out: any that is free. */
  readonly port?: number;
  /** Default: fast. */
  readonly pace?: Pace;
  /** Told of every request that the recording cannot answer. */
  readonly onMiss?: (miss: Miss) => void;
  /** Told of what the owner should know. */
  readonly onProblem?: (sentence: string) => void;
}

export interface Served {
  /** What to point the client at. */
  readonly url: string;
  readonly port: number;
  /** Requests so far that got a recorded answer. */
  readonly answered: number;
  /** Requests so far that the recording could not answer. */
  readonly missed: number;
  close(): Promise<void>;
}

/** Serves a recording. Rejects where it cannot be read, holds nothing, or the port cannot be had. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { recording: given, host = '127.0.0.1', port = 0 } = options;
  const read = typeof given === 'string' ? readRecording(given) : given;
  requireExchanges(read);
  for (const remark of remarksOn(read)) options.onProblem?.(remark);
  const server = new Server(read.header.target.kind === 'stdio' ? stdioOverHttp(read) : read, options);
  await server.open(host, port);
  return server;
}

class Server implements Served {
  url = '';
  port = 0;
  answered = 0;
  missed = 0;
  readonly #options: ServeOptions;
  readonly #standIn: StandIn;
  readonly #recordedUrl: URL | undefined;
  #listener: Listener | undefined;
  #origin = '';

  constructor(recording: Recording, options: ServeOptions) {
    this.#options = options;
    this.#standIn = new StandIn(recording, options);
    const { name } = recording.header.target;
    this.#recordedUrl = URL.canParse(name) ? new URL(name) : undefined;
  }

  async open(host: string, port: number): Promise<void> {
    this.#listener = await listen({
      host,
      port,
      onRequest: (...asked) => this.#answer(...asked),
      onFault: (error) => this.#options.onProblem?.(`A request could not be answered: ${String(error)}`),
    });
    this.port = this.#listener.port;
    const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    this.#origin = `http://${name.includes(':') ? `[${name}]` : name}:${this.port}`;
    this.url = this.#origin + this.#endpoint();
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  /** The path that the recorded client used for its calls, else that of the recorded server. */
  #endpoint(): string {
    const called = this.#standIn.script.parts.find(({ question }) => question.kind !== 'http')?.exchange.request.path;
    if (called !== undefined && !containsMask(called)) return called;
    return this.#recordedUrl?.pathname ?? '/mcp';
  }

  async #answer(asked: Request, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = this.#standIn.ask(asked);
    if (reply.kind === 'recorded') await this.#play(reply, asked, request, response);
    else {
      if (reply.miss) this.#miss(reply.miss);
      say(reply.answer, response);
    }
  }

  async #play(reply: Recorded, asked: Request, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { part, question, echo, session } = reply;
    const { exchange } = part;
    const places = { recorded: this.#recordedUrl?.origin, own: this.#ownOrigin(request) };
    const isListening = question.messages.some(
      (one) => one?.kind === 'request' && one.method === 'subscriptions/listen',
    );
    const plan = await planOf(exchange, { echo, edit: endpointEdit(places), isListening });
    if (plan === undefined) {
      const miss = unreadable(question, codingsOf(exchange.response?.headers ?? []).join(', '));
      this.#miss(miss);
      say(errorAnswer(question, miss, false), response);
      return;
    }
    this.answered++;
    const isPlain = exchange.response !== undefined && codingsOf(exchange.response.headers).length === 0;
    const ready = isStanding(exchange) && isPlain ? standingStream(this.#standIn.script, part, session) : undefined;
    await perform({
      request,
      response,
      plan,
      pace: this.#options.pace ?? 'fast',
      places,
      sessionId: session.id,
      ...(ready === undefined ? {} : { ready }),
    });
  }

  #miss(miss: Miss): void {
    this.missed++;
    this.#options.onMiss?.(miss);
  }

  #ownOrigin({ headers }: IncomingMessage): string {
    return headers.host === undefined ? this.#origin : `http://${headers.host}`;
  }
}

function say({ status, headers, body }: OwnAnswer, response: ServerResponse): void {
  const length = ['Content-Length', String(Buffer.byteLength(body))];
  response.writeHead(status, [...headers.flat(), ...length]);
  response.end(body);
}
