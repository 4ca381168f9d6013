/**
 * The first event of a legacy stream (HTTP+SSE, 2024-11-05 basic/transports § HTTP with SSE) tells the client where to
 * post. Where that is an absolute URL on the target's own origin it is led to the proxy; nothing else is touched, and
 * nothing is held back but an event that may be that one.
 */
import { EventSplitter, fieldsOf } from '../mcp/sse.js';
import { leadToProxy } from './host.js';

/** An event that grows beyond this is no endpoint event. */
const HELD_BYTES_MAX = 16 * 1024;

export class EndpointRewriter {
  readonly #targetOrigin: string;
  readonly #proxyOrigin: string;
  #splitter: EventSplitter | undefined = new EventSplitter();

  constructor(targetOrigin: string, proxyOrigin: string) {
    this.#targetOrigin = targetOrigin;
    this.#proxyOrigin = proxyOrigin;
  }

  /** What goes to the client for these bytes of the stream. */
  push(chunk: Buffer): Buffer {
    const splitter = this.#splitter;
    if (splitter === undefined) return chunk;
    const out = splitter.push(chunk).map((event) => (this.#splitter === undefined ? event : this.#event(event)));
    const held = splitter.rest();
    if (held !== undefined && !mayBeEndpoint(held)) this.#splitter = undefined;
    if (held !== undefined && this.#splitter === undefined) out.push(held);
    return Buffer.concat(out);
  }

  /** What was held back when the stream ended. */
  rest(): Buffer | undefined {
    return this.#splitter?.rest();
  }

  #event(raw: Buffer): Buffer {
    const { event, data } = fieldsOf(raw);
    // Comments and a bare `retry` may come first.
    if (data === undefined) return raw;
    this.#splitter = undefined;
    if (event !== 'endpoint') return raw;
    const text = raw.toString('latin1');
    const rewritten = text.replace(
      /((?:^|[\r\n])data: ?)([^\r\n]*)/,
      (_all, field: string, url: string) => field + leadToProxy(url, this.#targetOrigin, this.#proxyOrigin),
    );
    return Buffer.from(rewritten, 'latin1');
  }
}

/** Whether an event that is not whole yet can still turn out to be an endpoint event. */
function mayBeEndpoint(held: Buffer): boolean {
  if (held.length > HELD_BYTES_MAX) return false;
  const name = /(?:^|[\r\n])event:([^\r\n]*)[\r\n]/.exec(held.toString('latin1'))?.[1];
  return name === undefined || name.trim() === 'endpoint';
}
