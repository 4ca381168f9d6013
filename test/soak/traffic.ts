/**
 * The traffic of a soak: a server and its clients, on real sockets. Every call says who made it and which one it is, so
 * that the recording can be held against what was sent.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a call asks the server to do, and with it what the exchange must look like on record. */
export type Kind = 'json' | 'stream' | 'large' | 'error' | 'abort' | 'open-session' | 'notification';

export interface Sent {
  readonly tag: string;
  readonly kind: Kind;
}

const LARGE_BYTES = 64 * 1024;
const EVENT_GAP_MS = 15;
const CALLS_PER_SESSION = 200;

/** By weight: mostly calls that are answered at once. */
const MIXTURE: readonly Kind[] = [
  ...Array<Kind>(10).fill('json'),
  ...Array<Kind>(5).fill('stream'),
  ...Array<Kind>(2).fill('abort'),
  'large',
  'error',
  'notification',
];

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function stream(response: ServerResponse, id: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let i = 0; i < 3 && !response.destroyed; i++) {
    response.write(
      `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${id},"progress":${i}}}\n\n`,
    );
    await pause(EVENT_GAP_MS);
  }
  response.end(`data: {"jsonrpc":"2.0","id":${id},"result":{"content":[]}}\n\n`);
}

async function answer(request: IncomingMessage, response: ServerResponse, newSession: () => string): Promise<void> {
  const message = JSON.parse(await textOf(request)) as { id?: number; params: { kind: Kind } };
  const id = message.id ?? 0;
  const say = (body: string, headers: http.OutgoingHttpHeaders = {}): void =>
    void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  const { kind } = message.params;
  if (kind === 'stream') await stream(response, id);
  else if (kind === 'notification') response.writeHead(202).end();
  else if (kind === 'error') say(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"no"}}`);
  else if (kind === 'large') say(`{"jsonrpc":"2.0","id":${id},"result":{"text":"${'y'.repeat(LARGE_BYTES)}"}}`);
  else if (kind === 'open-session')
    say(`{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"2025-11-25"}}`, { 'Mcp-Session-Id': newSession() });
  // An aborted call is never answered: its client leaves.
  else if (kind !== 'abort') say(`{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`);
}

export interface SoakServer {
  readonly url: string;
  close(): void;
}

export async function soakServer(): Promise<SoakServer> {
  let sessions = 0;
  const newSession = (): string => `session-${++sessions}-${Math.random().toString(36).slice(2)}`;
  const server = http.createServer((request, response) => {
    response.on('error', () => undefined);
    answer(request, response, newSession).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One client, one call after the other, in sessions. */
export class SoakClient {
  readonly #url: string;
  readonly #name: string;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
  readonly #onSent: (sent: Sent) => void;
  #session: string | undefined;
  #count = 0;

  constructor(url: string, name: string, onSent: (sent: Sent) => void) {
    this.#url = url;
    this.#name = name;
    this.#onSent = onSent;
  }

  async call(): Promise<void> {
    const count = this.#count++;
    const kind: Kind =
      count % CALLS_PER_SESSION === 0 ? 'open-session' : (MIXTURE[(count * 7) % MIXTURE.length] ?? 'json');
    const tag = `${this.#name}-${count}`;
    await this.#send(kind, tag, count);
    this.#onSent({ tag, kind });
  }

  async #send(kind: Kind, tag: string, id: number): Promise<void> {
    const method =
      kind === 'open-session' ? 'initialize' : kind === 'notification' ? 'notifications/progress' : 'tools/call';
    const params = { kind, tag, name: 'soak' };
    const body = JSON.stringify({ jsonrpc: '2.0', ...(kind === 'notification' ? {} : { id }), method, params });
    const request = http.request(this.#url, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Authorization: `Bearer ${this.#name}-q8Zr5TgY1m`,
        ...(this.#session === undefined || kind === 'open-session' ? {} : { 'Mcp-Session-Id': this.#session }),
      },
    });
    request.end(body);
    if (kind === 'abort') {
      request.on('error', () => undefined);
      await pause(30);
      request.destroy();
      return;
    }
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await textOf(response);
    const session = response.headers['mcp-session-id'];
    if (typeof session === 'string') this.#session = session;
  }

  close(): void {
    this.#agent.destroy();
  }
}
