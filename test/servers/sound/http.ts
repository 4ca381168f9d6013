/** The test server over HTTP: bearer principals, JSON or event streams, sessions or none, and a window on the storage. */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { sound, VERSIONS, type Asked, type Behaviour } from './behaviour.js';
import { eraOf, messageOf, replyTo, type Reply, type Surroundings } from './conversation.js';
import { DELAY_MS, Storage } from './drafts.js';

export interface HttpOptions {
  readonly behaviour?: Behaviour;
  readonly answers?: 'json' | 'events';
  readonly sessions?: 'stateful' | 'stateless';
  /** A server that died is started again after so long; left out: never. */
  readonly revivesAfterMs?: number;
}

export interface HttpServer {
  readonly url: string;
  readonly stateUrl: string;
  readonly resetUrl: string;
}

export const tokenOf = (name: string): string => `test-token-of-${name}`;

export async function serveHttp(options: HttpOptions = {}): Promise<HttpServer> {
  const { behaviour = sound, answers = 'json', sessions = 'stateful', revivesAfterMs } = options;
  const storage = new Storage();
  const around: Surroundings = { behaviour, storage, delayMs: DELAY_MS, underway: new Map() };
  const open = new Set<string>();
  const sockets = new Set<Socket>();
  let port = 0;
  let server: http.Server;
  let isOver = false;

  const listen = async (): Promise<void> => {
    server = http.createServer((req, res) => void handle(req, res));
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };

  const die = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
    if (revivesAfterMs !== undefined) setTimeout(() => void (isOver || listen()), revivesAfterMs);
  };

  const send = (res: ServerResponse, { status, text }: Reply): void => {
    if (text === undefined) return void res.writeHead(status).end();
    if (answers === 'json' || status !== 200)
      return void res.writeHead(status, { 'content-type': 'application/json' }).end(text);
    res.writeHead(status, { 'content-type': 'text/event-stream' }).end(`event: message\ndata: ${text}\n\n`);
  };

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url === '/reset') storage.reset();
    if (req.url !== '/mcp') return void res.end(JSON.stringify(storage.read()));
    const caller = ['writer', 'reader'].find((name) => req.headers.authorization === `Bearer ${tokenOf(name)}`);
    if (caller === undefined) return void res.writeHead(401).end();
    if (req.method !== 'POST') return void res.writeHead(405).end();
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const message = messageOf(Buffer.concat(pieces).toString('utf8'));
    if (message === undefined) return send(res, { status: 400, text: '{"jsonrpc":"2.0","error":{"code":-32700}}' });
    const header = (name: string): string[] => {
      const values = req.headersDistinct[name] ?? [];
      return values.map((value) => value.trim());
    };
    const asked: Asked = { transport: 'http', message, caller, header, era: 'legacy' };
    await answer({ ...asked, era: eraOf(asked, behaviour) }, req, res);
  }

  async function answer(asked: Asked, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { message, era, caller, header } = asked;
    const session = header('mcp-session-id')[0];
    if (era === 'legacy' && message.method !== 'initialize') {
      const version = header('mcp-protocol-version')[0];
      const isKnown = version === undefined || version === VERSIONS.legacy;
      if (!isKnown) return send(res, refused(message.id, 400, 'Unsupported protocol version'));
      if (sessions === 'stateful' && session === undefined) return send(res, refused(message.id, 400, 'No session'));
      if (sessions === 'stateful' && !open.has(session ?? ''))
        return send(res, refused(message.id, 404, 'Unknown session'));
    }
    const keyOf = (id: unknown): string => JSON.stringify([session ?? caller, id]);
    if (message.id === undefined) {
      const given = around.underway.get(keyOf(message.params?.['requestId']));
      if (message.method === 'notifications/cancelled' && !behaviour.goesOnAfter('cancelled', era)) given?.abort();
      return void res.writeHead(202).end();
    }
    const fate = behaviour.fate(asked);
    if (fate === 'silence') return;
    if (fate === 'death') return die();
    const call = new AbortController();
    around.underway.set(keyOf(message.id), call);
    res.on('close', () => {
      if (!res.writableFinished && !behaviour.goesOnAfter('disconnect', era)) call.abort();
    });
    const reply = await replyTo(asked, around, call);
    around.underway.delete(keyOf(message.id));
    if (message.method === 'initialize' && reply.status === 200 && sessions === 'stateful') {
      const id = randomUUID();
      open.add(id);
      res.setHeader('Mcp-Session-Id', id);
    }
    send(res, reply);
  }

  await listen();
  onTestFinished(() => {
    isOver = true;
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const origin = `http://127.0.0.1:${port}`;
  return { url: `${origin}/mcp`, stateUrl: `${origin}/state`, resetUrl: `${origin}/reset` };
}

const refused = (id: unknown, status: number, message: string): Reply => ({
  status,
  text: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32600, message } }),
});
