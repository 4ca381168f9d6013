/**
 * The listener that clients are pointed at: fastify with @fastify/http-proxy, whose `handler` hands each request to a
 * passage. What fastify would do to a body, a path or a method on the way is switched off; what it does for the
 * connections stays.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import httpProxy from '@fastify/http-proxy';
import Fastify, { type FastifyInstance } from 'fastify';
import { UserError } from '../user-error.js';

const HEADER_BYTES_MAX = 256 * 1024;

export interface FrontOptions {
  /** Origin of the target, for the plugin; requests are sent by the passages. */
  readonly targetOrigin: string;
  readonly host: string;
  /** 0: any. */
  readonly port: number;
  /** Takes a request over; `target` is its request target as it was sent, `connection` counts the client's connections. */
  readonly onRequest: (request: IncomingMessage, response: ServerResponse, target: string, connection: number) => void;
}

export interface Front {
  readonly port: number;
  close(): Promise<void>;
}

/** Counts connections in the order in which they first asked. */
class ConnectionNumbers {
  readonly #numbers = new WeakMap<Socket, number>();
  #count = 0;

  numberOf(socket: Socket): number {
    const known = this.#numbers.get(socket);
    if (known !== undefined) return known;
    this.#numbers.set(socket, ++this.#count);
    return this.#count;
  }
}

function buildApp(): FastifyInstance {
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    requestTimeout: 0,
    connectionTimeout: 0,
    forceCloseConnections: true,
    // Every path is the target's business, malformed ones too: the router only ever sees one.
    rewriteUrl: () => '/',
    http: { maxHeaderSize: HEADER_BYTES_MAX },
  });
  // The built-in parser of text/plain would read the body as a string, up to a limit.
  app.removeAllContentTypeParsers();
  for (const method of http.METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  app.addHook('onRequest', (request, _reply, done) => {
    // A malformed or empty type would be answered 415; the true one goes on with the raw headers.
    request.raw.headers['content-type'] = 'application/octet-stream';
    done();
  });
  return app;
}

export async function openFront({ targetOrigin, host, port, onRequest }: FrontOptions): Promise<Front> {
  const app = buildApp();
  const connections = new ConnectionNumbers();
  await app.register(httpProxy, {
    upstream: targetOrigin,
    httpMethods: http.METHODS.filter((method) => method !== 'CONNECT'),
    preRewrite: () => '/',
    handler(request, reply) {
      reply.hijack();
      const { raw } = request;
      onRequest(raw, reply.raw, request.originalUrl, connections.numberOf(raw.socket));
    },
  });
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  // Any expectation but 100-continue would be answered 417; what the target makes of the request is its business.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response);
  });
  await listen(app, host, port);
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `Port ${port} on ${host} is in use. Choose another one with --port, or 0 for any that is free.`,
      );
    }
    throw new UserError(`The proxy could not listen on ${host}, port ${port}: ${message}. Check --host and --port.`);
  }
}
