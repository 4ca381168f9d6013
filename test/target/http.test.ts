import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { render } from '../../src/exchange/draft.js';
import type { Request } from '../../src/exchange/exchange.js';
import { httpTarget } from '../../src/target/http.js';
import type { SendOptions, Target } from '../../src/target/target.js';
import { selfSigned } from '../servers/certificate.js';
import { rawServer } from '../servers/raw-http.js';

const RESULT = '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}';
const options: SendOptions = { as: null, era: 'modern', channel: 'modern', timeoutMs: 10_000 };
const list = (path: string): Request => render({ era: 'modern', path, idToken: '1', method: 'tools/list' });

function targetAt(url: string): Target {
  const target = httpTarget({ url, insecure: false });
  onTestFinished(() => target.close());
  return target;
}

const json = (body: string | Buffer, more = ''): string =>
  `HTTP/1.1 200 Fine By Me\r\nContent-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
const STREAM = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';

describe('a request over HTTP', () => {
  it('crosses the wire as it is, with the credentials of its principal at the end', async () => {
    const server = await rawServer((socket) => socket.end(json(RESULT) + RESULT));
    const target = targetAt(server.url);
    const request: Request = {
      method: 'POST',
      path: '/mcp?a=%7E',
      headers: [
        ['x-ODD', '\xe9'],
        ['X-Odd', 'b'],
      ],
      body: { bytes: Buffer.from('{}') },
    };
    const as = { name: 'writer', headers: [['Authorization', 'Bearer w']] as const };
    const exchange = await target.send(request, { ...options, as }).exchange;
    expect(server.received).toEqual([
      `POST /mcp?a=%7E HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nx-ODD: \xe9\r\nX-Odd: b\r\nContent-Length: 2\r\nAuthorization: Bearer w\r\n\r\n{}`,
    ]);
    expect(exchange).toMatchObject({ principal: 'writer', connection: 1, n: 1, transport: 'http', from: 'client' });
  });

  it('gets the answer with its status, reason, headers and bytes', async () => {
    const server = await rawServer((socket) => socket.end(json(RESULT) + RESULT));
    const target = targetAt(server.url);
    const { response, outcome, error } = await target.send(list(target.path), options).exchange;
    expect(response).toMatchObject({
      status: 200,
      reason: 'Fine By Me',
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Length', String(RESULT.length)],
      ],
    });
    expect(response?.body.bytes.toString()).toBe(RESULT);
    expect({ outcome, error }).toEqual({ outcome: 'ok', error: undefined });
  });

  it('keeps compressed bytes, with a decoded copy', async () => {
    const body = gzipSync(RESULT);
    const server = await rawServer((socket) => {
      socket.write(json(body, 'Content-Encoding: gzip\r\n'));
      socket.end(body);
    });
    const target = targetAt(server.url);
    const { response, outcome } = await target.send(list(target.path), options).exchange;
    expect(response?.body.bytes).toEqual(body);
    expect(response?.body.decoded?.toString()).toBe(RESULT);
    expect(outcome).toBe('ok');
  });

  it('leaves a body without a decoded copy where its coding is unknown', async () => {
    const server = await rawServer((socket) => socket.end(json(RESULT, 'Content-Encoding: rot13\r\n') + RESULT));
    const target = targetAt(server.url);
    expect((await target.send(list(target.path), options).exchange).response?.body).toEqual({
      bytes: Buffer.from(RESULT),
    });
  });
});

describe('an event stream', () => {
  const events = [
    ': hello\n\n',
    'data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n',
    `data: ${RESULT}\n\n`,
  ];

  it('is cut into events that joined are the body', async () => {
    const server = await rawServer((socket) => socket.end(STREAM + events.join('') + 'data: torn'));
    const target = targetAt(server.url);
    const { response, outcome } = await target.send(list(target.path), options).exchange;
    expect(response?.events?.map(({ raw }) => raw.toString())).toEqual([...events, 'data: torn']);
    expect(response?.body.bytes.toString()).toBe(events.join('') + 'data: torn');
    expect(outcome).toBe('ok');
  });

  it('is done soon after the response, where the server leaves it open', async () => {
    const server = await rawServer((socket) => socket.write(STREAM + events.join('')));
    const target = targetAt(server.url);
    const exchange = await target.send(list(target.path), options).exchange;
    expect(exchange).toMatchObject({ outcome: 'ok' });
    expect(exchange.clientGoneAtMs).toBeUndefined();
    expect(exchange.durationMs).toBeLessThan(options.timeoutMs);
    expect(await server.closedByClient).toBe(1);
  });

  it('gives each event its own time, compressed or not', async () => {
    const plain = Buffer.from(events.join(''));
    const server = await rawServer((socket) => {
      socket.write(STREAM.replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n'));
      socket.end(gzipSync(plain));
    });
    const target = targetAt(server.url);
    const { response } = await target.send(list(target.path), options).exchange;
    expect(response?.events?.map(({ raw }) => raw.toString())).toEqual(events);
    expect(response?.events?.every(({ atMs }) => atMs >= (response?.atMs ?? 0))).toBe(true);
  });
});

describe('what goes wrong', () => {
  it('is unreachable in the words of the system where nobody listens', async () => {
    const target = targetAt('http://127.0.0.1:1/mcp');
    const exchange = await target.send(list('/mcp'), options).exchange;
    expect(exchange).toMatchObject({ outcome: 'unreachable', error: 'connect ECONNREFUSED 127.0.0.1:1' });
    expect(exchange.response).toBeUndefined();
  });

  it('is unreachable where the certificate is not trusted, unless told otherwise', async () => {
    const server = https.createServer(selfSigned, (_, response) => response.end(RESULT));
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const send = (insecure: boolean) => httpTarget({ url, insecure }).send(list('/mcp'), options).exchange;
    expect(await send(false)).toMatchObject({
      outcome: 'unreachable',
      error: expect.stringMatching(/self-signed certificate/) as string,
    });
    expect(await send(true)).toMatchObject({ outcome: 'ok' });
  });

  it('is unreachable where no connection came about in time', async () => {
    const server = await rawServer(() => undefined);
    // TLS asked of a server that says nothing: the handshake never ends.
    const target = targetAt(server.url.replace('http:', 'https:'));
    const flight = target.send(list('/mcp'), { ...options, timeoutMs: 60 });
    expect(await flight.exchange).toMatchObject({ outcome: 'unreachable', error: 'no connection within 60 ms' });
    await flight.sent;
  });

  it('is no result, with the limit named, when no answer comes in time', async () => {
    const server = await rawServer(() => undefined);
    const target = targetAt(server.url);
    const exchange = await target.send(list(target.path), { ...options, timeoutMs: 60 }).exchange;
    expect(exchange).toMatchObject({ outcome: 'no-result', error: 'no answer within 60 ms' });
    expect(await server.closedByClient).toBe(1);
  });

  it('is truncated when the server closes without an answer', async () => {
    const server = await rawServer((socket) => socket.end());
    const target = targetAt(server.url);
    expect(await target.send(list(target.path), options).exchange).toMatchObject({
      outcome: 'truncated-by-server',
      error: 'the server closed the connection before the answer had ended',
    });
  });

  it('is truncated, with what had come, when the body is cut', async () => {
    const server = await rawServer((socket) => socket.end(json('x'.repeat(50)) + RESULT.slice(0, 9)));
    const target = targetAt(server.url);
    const exchange = await target.send(list(target.path), options).exchange;
    expect(exchange.outcome).toBe('truncated-by-server');
    expect(exchange.response?.body.bytes.toString()).toBe(RESULT.slice(0, 9));
  });

  it('is truncated, and says so, when what answers does not speak HTTP', async () => {
    const server = await rawServer((socket) => socket.end('220 mail.test ESMTP\r\n'));
    const target = targetAt(server.url);
    expect(await target.send(list(target.path), options).exchange).toMatchObject({
      outcome: 'truncated-by-server',
      error: expect.stringContaining('could not be read as HTTP/1.1') as string,
    });
  });
});

describe('a caller who gives up', () => {
  it('closes the connection, and the exchange says when', async () => {
    const server = await rawServer(() => undefined);
    const target = targetAt(server.url);
    const flight = target.send(list(target.path), options);
    await flight.sent;
    flight.abort();
    const exchange = await flight.exchange;
    expect(exchange.outcome).toBe('aborted-by-client');
    expect(exchange.clientGoneAtMs).toBeGreaterThan(0);
    expect(await server.closedByClient).toBe(1);
  });

  it('changes nothing any more when the answer was there already', async () => {
    const server = await rawServer((socket) => socket.end(json(RESULT) + RESULT));
    const target = targetAt(server.url);
    const flight = target.send(list(target.path), options);
    const exchange = await flight.exchange;
    flight.abort();
    expect(await flight.exchange).toBe(exchange);
    expect(exchange.outcome).toBe('ok');
  });

  it('is what closing the target does to all that is under way', async () => {
    const server = await rawServer(() => undefined);
    const target = targetAt(server.url);
    const flights = [target.send(list('/mcp'), options), target.send(list('/mcp'), options)];
    await Promise.all(flights.map(({ sent }) => sent));
    await target.close();
    expect(await Promise.all(flights.map(async ({ exchange }) => (await exchange).outcome))).toEqual([
      'aborted-by-client',
      'aborted-by-client',
    ]);
  });
});
