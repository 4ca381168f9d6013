/**
 * The property that makes a recording worth having: what passes the proxy is what passes without it. The same traffic is
 * drawn once and sent twice, directly and through the proxy, on raw sockets; what each side saw is compared to the byte.
 *
 * Left out of the comparison, because each connection has its own: Connection, Keep-Alive, Transfer-Encoding, Date and
 * Host, chunk boundaries, and the framing of an answer that ends with its connection.
 */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import zlib from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pairs, type HeaderList } from '../../src/mcp/headers.js';
import { readRecording } from '../../src/recording/read.js';
import { HttpParser, type HttpEvent } from '../../src/target/http-parser.js';
import { connect, recorder } from './helpers.js';

type Framing = 'length' | 'chunked' | 'close' | 'none';

interface DrawnRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Buffer | undefined;
  readonly chunked: boolean;
}

interface DrawnAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  readonly body: Buffer;
  readonly framing: Framing;
  /** How many bytes are written at once. */
  readonly step: number;
  /** The connection is closed after so many bytes of the body. */
  readonly cutAt: number | undefined;
}

interface Seen {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  readonly body: string;
  readonly ending: 'clean' | 'cut';
}

const OWN_TO_EACH_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'host']);
const compared = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => !OWN_TO_EACH_CONNECTION.has(name.toLowerCase()));

const name = fc.stringMatching(/^X-[A-Za-z0-9!#$&'*+.^_`|~-]{1,10}$/);
const value = fc.stringMatching(/^(?:[\x21-\x7e\x80-\xff](?:[\x20-\x7e\t\x80-\xff]{0,20}[\x21-\x7e\x80-\xff])?)?$/);
const headers = fc.array(fc.tuple(name, value), { maxLength: 6 });
const recased = (text: string) => fc.mixedCase(fc.constant(text));

const message = fc
  .record({ id: fc.constantFrom('1', '"a"', '9007199254740993'), text: fc.string({ unit: 'grapheme' }) })
  .map(({ id, text }) => `{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"t":${JSON.stringify(text)}}}`);

const content: fc.Arbitrary<Buffer> = fc.oneof(
  message.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  message.map((text) => zlib.gzipSync(text)),
  fc.array(message, { maxLength: 5 }).map((all) => Buffer.from(all.map((one) => `data: ${one}\r\n\n`).join(': c\n\n'))),
  fc.integer({ min: 60_000, max: 300_000 }).map((length) => Buffer.alloc(length, 'ab')),
  fc.constant(Buffer.alloc(0)),
);

const request: fc.Arbitrary<DrawnRequest> = fc
  .record({
    method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND'),
    path: fc.constantFrom(
      '',
      '/',
      '/a//b',
      '/%7Ex%2Fy',
      '/%2e%2e/z',
      '/a;b=c',
      '?',
      '?x=1&x=2',
      '?q=%C3%A9&z=[1]',
      '/%zz',
    ),
    before: headers,
    contentType: fc.option(
      fc.tuple(recased('content-type'), fc.constantFrom('application/json', 'text/plain', '', 'nonsense')),
      { nil: undefined },
    ),
    after: headers,
    body: content,
    chunked: fc.boolean(),
  })
  .map(({ method, path, before, contentType, after, body, chunked }) => {
    const hasBody = ['POST', 'PUT', 'PATCH', 'PROPFIND'].includes(method);
    return {
      method,
      path,
      headers: [...before, ...(contentType ? [contentType] : []), ...after],
      body: hasBody ? body : undefined,
      // A chunked body without content has no framing of its own that could be passed on.
      chunked: hasBody && chunked && body.length > 0,
    };
  });

const answer: fc.Arbitrary<DrawnAnswer> = fc
  .record({
    status: fc.constantFrom(200, 200, 200, 201, 202, 204, 206, 304, 400, 401, 404, 405, 418, 429, 500, 503, 599),
    reason: fc.constantFrom('OK', 'Fine', '', 'Not  That'),
    before: headers,
    contentType: fc.option(
      fc.tuple(recased('content-type'), fc.constantFrom('application/json', 'text/event-stream', 'image/png')),
      { nil: undefined },
    ),
    after: headers,
    body: content,
    framing: fc.constantFrom<Framing>('length', 'chunked', 'close'),
    step: fc.constantFrom(13, 1000, 100_000),
    cut: fc.option(fc.double({ min: 0, max: 0.99, noNaN: true }), { nil: undefined, freq: 6 }),
  })
  .map(({ status, before, contentType, after, body, framing, cut, step, ...rest }) => {
    const isBodiless = status === 204 || status === 304;
    return {
      ...rest,
      status,
      headers: [...before, ...(contentType ? [contentType] : []), ...after],
      body: isBodiless ? Buffer.alloc(0) : step < 100 ? body.subarray(0, 3000) : body,
      framing: isBodiless ? 'none' : framing,
      step,
      // Without a framing of its own an answer that was cut is not told from one that ended.
      cutAt: cut === undefined || isBodiless || framing === 'close' ? undefined : Math.floor(cut * body.length),
    };
  });

function requestBytes({ method, path, headers, body, chunked }: DrawnRequest, i: number): Buffer {
  const lines = [
    `${method} /t/${i}${path} HTTP/1.1`,
    'Host: localhost',
    ...headers.map(([key, text]) => `${key}: ${text}`),
    ...(body === undefined ? [] : chunked ? ['Transfer-Encoding: chunked'] : [`Content-LENGTH: ${body.length}`]),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, ...(body === undefined ? [] : chunked ? chunksOf(body, 7919) : [body])]);
}

function chunksOf(body: Buffer, step: number, end = true): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += step) {
    const part = body.subarray(at, at + step);
    chunks.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return end ? [...chunks, Buffer.from('0\r\n\r\n')] : chunks;
}

function writeAnswer(
  socket: Socket,
  { status, reason, headers, body, framing, step, cutAt }: DrawnAnswer,
  isHead: boolean,
): void {
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    ...headers.map(([key, text]) => `${key}: ${text}`),
    ...(framing === 'length' ? [`content-Length: ${body.length}`] : []),
    ...(framing === 'chunked' ? ['Transfer-Encoding: chunked'] : []),
    ...(framing === 'close' ? ['Connection: close'] : []),
  ];
  socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  if (isHead || framing === 'none') {
    if (framing === 'close') socket.end();
    return;
  }
  const sent = cutAt === undefined ? body : body.subarray(0, cutAt);
  const parts = framing === 'chunked' ? chunksOf(sent, step, cutAt === undefined) : [sent];
  for (const part of parts) socket.write(part);
  if (framing === 'close' || cutAt !== undefined) socket.end();
}

/** A server that answers the i-th request with the i-th answer, whoever asks, and keeps what it was sent. */
async function scriptedServer(answers: readonly DrawnAnswer[]) {
  const heads: string[] = [];
  const bodies: string[] = [];
  const server = net.createServer({ noDelay: true }, (socket) => {
    let held = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes]);
      for (let whole = wholeRequest(held); whole; whole = wholeRequest(held)) {
        held = held.subarray(whole.length);
        heads.push(whole.head);
        bodies.push(whole.body);
        const i = Number(/ \/t\/(\d+)/.exec(whole.head)?.[1]);
        writeAnswer(socket, answers[i]!, whole.head.startsWith('HEAD '));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heads, bodies, server };
}

function wholeRequest(bytes: Buffer): { head: string; body: string; length: number } | undefined {
  const at = bytes.indexOf('\r\n\r\n') + 4;
  if (at < 4) return undefined;
  const head = bytes.subarray(0, at).toString('latin1');
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    let body = '';
    for (let from = at; ;) {
      const eol = bytes.indexOf('\r\n', from);
      if (eol < 0) return undefined;
      const size = parseInt(bytes.subarray(from, eol).toString('latin1'), 16);
      if (bytes.length < eol + 2 + size + 2) return undefined;
      body += bytes.subarray(eol + 2, eol + 2 + size).toString('latin1');
      from = eol + 2 + size + 2;
      if (size === 0) return { head, body, length: from };
    }
  }
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (bytes.length < at + length) return undefined;
  return { head, body: bytes.subarray(at, at + length).toString('latin1'), length: at + length };
}

/** Sends a request on a connection of its own, and reads its answer as a client does. */
async function ask(port: number, bytes: Buffer, method: string): Promise<Seen> {
  const client = connect(port);
  const parser = new HttpParser(method);
  let head: Extract<HttpEvent, { type: 'head' }> | undefined;
  let body = '';
  const take = (events: readonly HttpEvent[]): boolean => {
    for (const event of events) {
      if (event.type === 'head') head = event;
      if (event.type === 'body') body += event.bytes.toString('latin1');
      if (event.type === 'end') return true;
    }
    return false;
  };
  const isWhole = await new Promise<boolean>((resolve) => {
    client.socket.on('data', (chunk: Buffer) => void (take(parser.push(chunk)) && resolve(true)));
    client.socket.on('close', () => resolve(take(parser.close())));
    client.socket.write(bytes);
  });
  client.socket.destroy();
  return {
    status: head?.status ?? 0,
    reason: head?.reason ?? '',
    headers: compared(head?.headers ?? []),
    body,
    ending: isWhole ? 'clean' : 'cut',
  };
}

const seenAtServer = (head: string) => {
  const [line = '', ...rest] = head.trimEnd().split('\r\n');
  const flat = rest.flatMap((one) => [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1).trim()]);
  return { line, headers: compared(pairs(flat)) };
};

describe('the way through', () => {
  it('is the same to the byte, for both sides, as the way without the proxy', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(request, answer), { minLength: 1, maxLength: 10 }), async (traffic) => {
        const server = await scriptedServer(traffic.map(([, one]) => one));
        const proxy = await recorder(`http://127.0.0.1:${server.port}/mcp`);
        for (const [i, [sent]] of traffic.entries()) {
          const bytes = requestBytes(sent, i);
          const direct = await ask(server.port, bytes, sent.method);
          const through = await ask(proxy.port, bytes, sent.method);
          expect(through).toEqual(direct);
          const [one, two, ...more] = server.heads.splice(0).map(seenAtServer);
          expect(two).toEqual(one);
          expect(more).toEqual([]);
          const [before, after] = server.bodies.splice(0);
          expect(after).toBe(before);
        }
        await proxy.close();
        const { exchanges, complete } = readRecording(proxy.file);
        expect(complete).toBe(true);
        expect(exchanges).toHaveLength(traffic.length);
        server.server.close();
      }),
      { numRuns: 25 },
    );
  });
});
