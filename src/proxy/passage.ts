/**
 * One request's way through: from the client to the target and back, with the tap beside it. The answer's head goes
 * out at once and its pieces as they come; only what completes the answer waits, until its lines are the kernel's.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isEventStream } from '../exchange/exchange.js';
import type { Ending } from '../exchange/outcome.js';
import { header, pairs, withHeader, type HeaderList } from '../mcp/headers.js';
import { codingsOf } from '../recording/content-coding.js';
import { EndpointRewriter } from './endpoint-event.js';
import type { Receiver, Upstream } from './forward.js';
import { endToEnd } from '../mcp/hop-by-hop.js';
import { leadToProxy, namesAnotherServer, namesProxy, upstreamHost, type ProxyNames } from './host.js';
import { answerOwn, causeOf, type ProxyError } from './own-answer.js';
import { HeldMetadata, isMetadata, leadChallenges, pointsToMetadata, type OAuthPolicy } from './protected-resource.js';
import type { Ended, Tap } from './tap.js';

export interface PassageOptions {
  readonly upstream: Upstream;
  readonly target: URL;
  /** The proxy's own names and address. */
  readonly proxy: ProxyNames & { readonly origin: string };
  readonly tap: Tap;
  /** The request target as it was sent; the router has seen another one. */
  readonly requestTarget: string;
  readonly oauth: OAuthPolicy;
  /** Told when OAuth metadata passes that names the server and not the proxy. */
  readonly onMetadataPassed: () => void;
  /** Masks secrets in what the proxy itself says. */
  readonly inert: (text: string) => string;
  /** Told once, when the exchange is over and written; `http` is the status for the audit. */
  readonly onEnd: (ended: Ended, http: number) => void;
}

const NO_ENDING: Ending = { clientGone: false, cut: false, unreachable: false };

/** Statuses that never have a body. Source: RFC 9110 § 6.4.1. */
const BODILESS = new Set([204, 304]);

/** How much of a request that goes nowhere is waited for. */
const REST_BYTES_MAX = 16 * 1024 * 1024;
const REST_TIME_MAX_MS = 1000;

export class Passage implements Receiver {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #options: PassageOptions;
  #giveUp: (() => void) | undefined;
  #over = false;
  /** An answer without a body is complete with its head. */
  #heldHead: (() => void) | undefined;
  #heldLast: Buffer | undefined;
  #bytesToCome: number | undefined;
  #endpoint: EndpointRewriter | undefined;
  #metadata: HeldMetadata | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, options: PassageOptions) {
    this.#request = request;
    this.#response = response;
    this.#options = options;
    response.on('close', () => this.#clientClosed());
    response.on('error', () => undefined);
    request.on('error', () => undefined);
  }

  start(): void {
    const { upstream, requestTarget } = this.#options;
    if (namesAnotherServer(requestTarget)) {
      this.#refuse(
        421,
        'This proxy leads to one server only.',
        `the request named a server of its own: ${requestTarget}`,
      );
      return;
    }
    const headers = pairs(this.#request.rawHeaders);
    const hasBody =
      header(headers, 'transfer-encoding') !== undefined || Number(header(headers, 'content-length') ?? 0) > 0;
    if (!hasBody) this.#options.tap.requestEnd();
    this.#giveUp = upstream.send(
      {
        method: this.#request.method ?? 'GET',
        path: requestTarget,
        headers: this.#upstreamHeaders(headers),
        contentLength: header(headers, 'content-length'),
        ...(hasBody ? { body: this.#tappedBody() } : {}),
      },
      this,
    );
  }

  /** The recorder stops: the answer is cut, and what was seen of it is kept. */
  async stop(): Promise<void> {
    if (this.#over) return;
    this.#giveUp?.();
    const why = 'the recorder was stopped before the answer had ended';
    await this.#finish(NO_ENDING, why, () => this.#response.destroy());
  }

  #upstreamHeaders(headers: HeaderList): HeaderList {
    const { proxy, target } = this.#options;
    return withHeader(endToEnd(headers), 'Host', upstreamHost(header(headers, 'host'), proxy, target.host));
  }

  async *#tappedBody(): AsyncGenerator<Buffer> {
    const { tap } = this.#options;
    // The client's connection must outlive a target that stops reading.
    for await (const chunk of this.#request.iterator({ destroyOnReturn: false })) {
      tap.requestData(chunk as Buffer);
      yield chunk as Buffer;
    }
    tap.requestEnd();
  }

  head(status: number, reason: string, headers: HeaderList): void {
    const { tap } = this.#options;
    tap.responseHead(status, reason, headers);
    const out = this.#clientHeaders(headers);
    const length = header(headers, 'transfer-encoding') === undefined ? header(headers, 'content-length') : undefined;
    this.#bytesToCome = length === undefined ? undefined : Number(length);
    if (
      this.#request.method === 'GET' &&
      length === undefined &&
      isEventStream(headers) &&
      codingsOf(headers).length === 0
    ) {
      this.#endpoint = new EndpointRewriter(this.#options.target.origin, this.#proxyOrigin());
    }
    const write = (shown = out) => {
      // What cannot be written as a head (a status of 099) is no answer: the client sees a closed connection.
      if (!this.#writeHead(status, reason, shown)) this.#response.destroy();
    };
    const isWhole = this.#request.method === 'HEAD' || BODILESS.has(status) || this.#bytesToCome === 0;
    const isHeld = this.#isMetadata(status, headers);
    if (isWhole) this.#heldHead = write;
    else if (isHeld) this.#hold(out, write);
    else {
      write();
      // Not flushHeaders(): that one encodes the head as UTF-8, an empty Buffer sends it as Latin-1.
      this.#response.write(Buffer.alloc(0));
    }
  }

  /** Whether this answer is one that `rewrite` changes the body of. */
  #isMetadata(status: number, headers: HeaderList): boolean {
    const { oauth, requestTarget, onMetadataPassed } = this.#options;
    const isDocument = isMetadata(this.#request.method, requestTarget, status);
    if (oauth === 'pass' && (isDocument || pointsToMetadata(headers))) onMetadataPassed();
    return oauth === 'rewrite' && isDocument;
  }

  #hold(headers: HeaderList, write: (headers: HeaderList) => void): void {
    const metadata = new HeldMetadata();
    this.#metadata = metadata;
    this.#bytesToCome = undefined;
    this.#heldHead = () => {
      const answer = metadata.answer(headers, this.#options.target.origin, this.#proxyOrigin());
      write(answer.headers);
      this.#heldLast = answer.body;
    };
  }

  data(chunk: Buffer, flow: { pause(): void; resume(): void }): void {
    if (this.#bytesToCome !== undefined) this.#bytesToCome -= chunk.length;
    if (this.#metadata?.push(chunk) === true) {
      this.#options.tap.responseData(chunk);
      return;
    }
    if (this.#metadata !== undefined) this.#letGo();
    else if (this.#bytesToCome === 0) this.#heldLast = chunk;
    else {
      const bytes = this.#endpoint?.push(chunk) ?? chunk;
      if (bytes.length > 0 && !this.#response.write(bytes)) {
        flow.pause();
        this.#response.once('drain', () => flow.resume());
      }
    }
    this.#options.tap.responseData(chunk);
  }

  /** Too large for a document of this kind: what was held goes out as it came. */
  #letGo(): void {
    const held = this.#metadata?.bytes;
    this.#metadata = undefined;
    this.#heldHead?.();
    this.#heldHead = undefined;
    this.#heldLast = undefined;
    this.#response.write(held ?? Buffer.alloc(0));
  }

  end(): void {
    void this.#finish(NO_ENDING, undefined, () => {
      this.#heldHead?.();
      const rest = this.#endpoint?.rest();
      if (rest !== undefined) this.#response.write(rest);
      this.#response.end(this.#heldLast);
      // What the client still has to send after an early answer is read and dropped, so that it gets to read that answer.
      this.#request.resume();
    });
  }

  failed(error: Error, sent: boolean): void {
    if (this.#response.destroyed || this.#request.errored) {
      this.#clientClosed();
      return;
    }
    const why = causeOf(error);
    if (this.#response.headersSent || this.#heldHead !== undefined) {
      void this.#finish({ ...NO_ENDING, cut: true }, why, () => this.#cut());
      return;
    }
    const ending = sent ? { ...NO_ENDING, cut: true } : { ...NO_ENDING, unreachable: true };
    const what = sent ? 'The server closed the connection without an answer.' : 'The server could not be reached.';
    void this.#restOfRequest().then(() => this.#finish(ending, why, () => this.#say(502, 'upstream', what, why), 502));
  }

  #clientClosed(): void {
    if (this.#over) return;
    this.#giveUp?.();
    void this.#finish({ ...NO_ENDING, clientGone: true }, undefined, () => undefined, 499);
  }

  #refuse(status: number, what: string, why: string): void {
    void this.#restOfRequest().then(() =>
      this.#finish(NO_ENDING, why, () => this.#say(status, 'misdirected', what), status),
    );
  }

  /** Writes the end of the exchange, then releases what the client still waits for. */
  #finish(ending: Ending, error: string | undefined, release: () => void, http?: number): Promise<void> | undefined {
    if (this.#over) return undefined;
    this.#over = true;
    const write = () => {
      this.#takeBuffered();
      const ended = this.#options.tap.end(ending, error);
      if (ended) this.#options.onEnd(ended, httpOf(ended, http));
      release();
    };
    const drained = this.#options.tap.drained();
    if (drained !== undefined) return drained.then(write);
    write();
    return undefined;
  }

  /** What has come of the request and was not asked for by the target. */
  #takeBuffered(): void {
    for (;;) {
      const chunk = this.#request.read() as Buffer | null;
      if (chunk === null) return;
      this.#options.tap.requestData(chunk);
    }
  }

  /** A request that goes nowhere is still recorded and audited: the rest of it is waited for, within limits. */
  async #restOfRequest(): Promise<void> {
    if (this.#request.complete || this.#request.destroyed) return;
    const { tap } = this.#options;
    let left = REST_BYTES_MAX;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, REST_TIME_MAX_MS);
      const over = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#request.on('data', (chunk: Buffer) => {
        if (this.#over) return;
        tap.requestData(chunk);
        left -= chunk.length;
        if (left < 0) over();
      });
      this.#request.once('end', over);
      this.#request.once('close', over);
    });
  }

  #clientHeaders(headers: HeaderList): HeaderList {
    const { target } = this.#options;
    const led = endToEnd(headers).map(([name, value]): readonly [string, string] =>
      name.toLowerCase() === 'location'
        ? [name, leadToProxy(value, target.origin, this.#proxyOrigin())]
        : [name, value],
    );
    return this.#options.oauth === 'rewrite' ? leadChallenges(led, target.origin, this.#proxyOrigin()) : led;
  }

  /** The proxy's address as this client writes it. */
  #proxyOrigin(): string {
    const { proxy } = this.#options;
    const named = this.#request.headers.host;
    return named !== undefined && namesProxy(named, proxy) ? `http://${named}` : proxy.origin;
  }

  #writeHead(status: number, reason: string, headers: HeaderList): boolean {
    this.#response.sendDate = false;
    // A connection whose request was not read to its end cannot carry another one.
    if (!this.#request.complete) this.#response.shouldKeepAlive = false;
    try {
      this.#response.writeHead(status, reason, headers.flat());
      return true;
    } catch {
      return false;
    }
  }

  #say(status: number, kind: ProxyError, what: string, why?: string): void {
    answerOwn(this.#request, this.#response, {
      status,
      kind,
      what,
      ...(why === undefined ? {} : { why: this.#options.inert(why) }),
    });
  }

  /** Ends the connection without ending the answer; what was written before is still delivered. */
  #cut(): void {
    const { socket } = this.#response;
    if (socket) socket.destroySoon();
    else this.#response.destroy();
  }
}

const httpOf = (ended: Ended, http: number | undefined): number =>
  ended.outcome === 'aborted-by-client' ? 499 : ((http === 499 ? undefined : http) ?? ended.status ?? 502);
