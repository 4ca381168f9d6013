/** The listener of the stand-in: takes whole requests, hands them on with their exact heads, and ends when told to. */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from '../exchange/exchange.js';
import { pairs } from '../mcp/headers.js';
import { decodeContent } from '../recording/content-coding.js';
import { UserError } from '../user-error.js';

const HEADER_BYTES_MAX = 256 * 1024;
const BODY_BYTES_MAX = 64 * 1024 * 1024;

export interface ListenerOptions {
  readonly host: string;
  /** 0: any. */
  readonly port: number;
  readonly onRequest: (asked: Request, request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** A fault of ours while one request was answered. */
  readonly onFault: (error: unknown) => void;
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

export async function listen({ host, port, onRequest, onFault }: ListenerOptions): Promise<Listener> {
  const server = http.createServer(
    { maxHeaderSize: HEADER_BYTES_MAX, requireHostHeader: false, requestTimeout: 0, keepAliveTimeout: 60_000 },
    (request, response) => {
      response.on('error', () => undefined);
      request.on('error', () => undefined);
      void answer(request, response, onRequest).catch((error: unknown) => {
        onFault(error);
        response.destroy();
      });
    },
  );
  await bound(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  onRequest: ListenerOptions['onRequest'],
): Promise<void> {
  const bytes = await wholeBody(request);
  if (bytes === 'too-large') {
    response.shouldKeepAlive = false;
    response.writeHead(413, { 'Content-Length': 0 }).end();
    request.resume();
    return;
  }
  if (bytes === 'gone') return;
  const headers = pairs(request.rawHeaders);
  const decoding = decodeContent(bytes, headers);
  const body = decoding.kind === 'decoded' ? { bytes, decoded: decoding.bytes } : { bytes };
  await onRequest(
    { method: request.method ?? 'GET', path: pathOf(request.url ?? '/'), headers, body },
    request,
    response,
  );
}

/** A client of a proxy writes whole URLs; what counts is what comes after the origin. */
const pathOf = (target: string): string => target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/';

async function wholeBody(request: IncomingMessage): Promise<Buffer | 'too-large' | 'gone'> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > BODY_BYTES_MAX) return 'too-large';
    }
  } catch {
    return 'gone';
  }
  return Buffer.concat(chunks);
}

async function bound(server: http.Server, host: string, port: number): Promise<void> {
  try {
    const listening = once(server, 'listening');
    server.listen(port, host);
    await listening;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `Port ${port} on ${host} is in use. Choose another one with --port, or 0 for any that is free.`,
      );
    }
    throw new UserError(`serve could not listen on ${host}, port ${port}: ${message}. Check --host and --port.`);
  }
}
