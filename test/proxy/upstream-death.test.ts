import { expect, it } from 'vitest';
import { rawServer } from '../servers/raw-http.js';
import { CALL, connect, recorder, requestText } from './helpers.js';

const STREAM = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const EVENT = 'data: {"half":1}\n\n';

it.each(['end', 'destroy', 'resetAndDestroy'] as const)(
  'a server that dies in the middle of a stream (%s) cuts it for the client, after what had come',
  async (how) => {
    const server = await rawServer((socket) => {
      socket.write(`${STREAM}${EVENT.length.toString(16)}\r\n${EVENT}\r\n`, () => setTimeout(() => socket[how](), 20));
    });
    const proxy = await recorder(server.url);
    const client = connect(proxy.port);
    client.socket.write(requestText({ body: CALL }));
    await client.closed;
    expect(client.received()).toContain(EVENT);
    expect(client.received()).not.toContain('\r\n0\r\n\r\n');
    const exchange = await proxy.only();
    expect(exchange).toMatchObject({ outcome: 'truncated-by-server', error: expect.any(String) as string });
    expect(exchange.response?.events).toMatchObject([{ raw: EVENT }]);
  },
);

it('an answer that ends before its length was reached is cut', async () => {
  const server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'));
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ body: CALL }));
  await client.closed;
  expect(client.received()).toMatch(/Content-Length: 10[^]*\r\n\r\nhalf$/);
  expect((await proxy.only()).outcome).toBe('truncated-by-server');
});

it('a connection that is closed without an answer is a 502, with one request at the server', async () => {
  const server = await rawServer((socket) => socket.destroy());
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ body: CALL }));
  await client.sees('\r\n\r\n{');
  expect(client.received()).toMatch(/^HTTP\/1\.1 502 /);
  expect(client.received()).toContain('X-Shakedown-Error: upstream');
  expect(server.received).toHaveLength(1);
  const exchange = await proxy.only();
  expect(exchange.outcome).toBe('truncated-by-server');
  expect(exchange.response).toBeUndefined();
  expect(proxy.audit()).toMatchObject([{ http: 502, outcome: 'no result' }]);
});
