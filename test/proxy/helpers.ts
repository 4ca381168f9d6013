/** A recorder in front of a server, and a client of raw sockets that sees what crosses the wire. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { record, type RecordingProxy, type RecordOptions } from '../../src/proxy/record.js';
import {
  exchangesDocument,
  type ExchangesDocument,
  type ShownExchange,
} from '../../src/recording/exchanges-document.js';
import { readRecording } from '../../src/recording/read.js';

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shakedown-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestRecorder extends RecordingProxy {
  readonly problems: readonly string[];
  readonly auditFile: string;
  /** What the audit says so far. */
  audit(): Record<string, unknown>[];
  /** Ends it and gives what was recorded. */
  inspect(): Promise<ExchangesDocument>;
  /** The only exchange that was recorded. */
  only(): Promise<ShownExchange>;
}

/** A recorder in front of a URL, closed when the test is over. */
export async function recorder(target: string, more: Partial<RecordOptions> = {}): Promise<TestRecorder> {
  const folder = temporaryFolder();
  const auditFile = path.join(folder, 'audit.jsonl');
  const problems: string[] = [];
  const proxy = await record({
    target,
    folder,
    name: 'tape',
    audit: auditFile,
    onProblem: (sentence) => problems.push(sentence),
    ...more,
  });
  onTestFinished(() => proxy.close());
  const inspect = async (): Promise<ExchangesDocument> => {
    await proxy.close();
    return exchangesDocument(readRecording(proxy.file));
  };
  return Object.assign(proxy, {
    problems,
    auditFile,
    inspect,
    audit: () =>
      readFileSync(auditFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    only: async () => {
      const { exchanges } = await inspect();
      if (exchanges.length !== 1 || exchanges[0] === undefined) throw new Error(`${exchanges.length} exchanges`);
      return exchanges[0];
    },
  });
}

export interface TestUpstream {
  readonly url: string;
  readonly port: number;
  readonly requests: IncomingMessage[];
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** A server of Node's own; the handler runs when the head of a request has come. */
export async function upstream(
  handler: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<TestUpstream> {
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    requests.push(request);
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    void handler(request, response);
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, port, requests, sockets, close };
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A connection of a client, with all that came back on it as Latin-1. */
export interface TestClient {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<void>;
  /** Resolves when this text has come back. */
  sees(text: string): Promise<void>;
}

export function connect(port: number): TestClient {
  const socket = net.connect(port, '127.0.0.1');
  let received = '';
  const waiting = new Set<() => void>();
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
    for (const look of waiting) look();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  onTestFinished(() => void socket.destroy());
  const sees = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!received.includes(text)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      void closed.then(() =>
        reject(new Error(`closed before ${JSON.stringify(text)} came; there was ${JSON.stringify(received)}`)),
      );
      look();
    });
  return { socket, received: () => received, closed, sees };
}

export const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_draft"}}';
export const RESULT = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';

/** The bytes of a request; a Content-Length is added for a body. */
export function requestText(
  options: {
    readonly method?: string;
    readonly target?: string;
    readonly headers?: readonly string[];
    readonly body?: string;
  } = {},
): string {
  const { method = 'POST', target = '/mcp', headers = [], body } = options;
  const host = headers.some((line) => /^host:/i.test(line)) ? [] : ['Host: localhost'];
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return `${[`${method} ${target} HTTP/1.1`, ...host, ...headers, ...length].join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Sends one request on a connection of its own; gives everything that came back until the connection closed. */
export async function exchangeOnce(port: number, text: string): Promise<string> {
  const client = connect(port);
  client.socket.write(Buffer.from(text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'), 'latin1'));
  await client.closed;
  return client.received();
}

/** The body of an answer that has a Content-Length or is chunked in one piece or more. */
export function answerBody(answer: string): string {
  const at = answer.indexOf('\r\n\r\n') + 4;
  if (!/transfer-encoding: chunked/i.test(answer.slice(0, at))) return answer.slice(at);
  let body = '';
  for (let rest = answer.slice(at); rest !== '';) {
    const [size = '0'] = rest.split('\r\n', 1);
    const length = parseInt(size, 16);
    if (!(length > 0)) break;
    body += rest.slice(size.length + 2, size.length + 2 + length);
    rest = rest.slice(size.length + 2 + length + 2);
  }
  return body;
}
