import { once } from 'node:events';
import { expect, it } from 'vitest';
import { CALL, connect, recorder, RESULT, requestText, upstream } from './helpers.js';

it('a client that leaves in the middle of a stream closes the connection to the server', async () => {
  let closed!: Promise<unknown>;
  const server = await upstream((_request, response) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"half":1}\n\n');
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ body: CALL }));
  await client.sees('half');
  client.socket.destroy();
  await closed;
  const exchange = await proxy.only();
  expect(exchange.outcome).toBe('aborted-by-client');
  expect(exchange.response?.events).toEqual([{ atMs: expect.any(Number) as number, raw: 'data: {"half":1}\n\n' }]);
  expect(proxy.audit()).toMatchObject([{ http: 499, outcome: 'no result' }]);
});

it('a client that leaves after it has seen the result was answered', async () => {
  let closed!: Promise<unknown>;
  const server = await upstream((_request, response) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${RESULT}\n\n`);
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ body: CALL }));
  await client.sees('"result"');
  client.socket.destroy();
  await closed;
  expect((await proxy.only()).outcome).toBe('ok');
  expect(proxy.audit()).toMatchObject([{ http: 200, outcome: 'ok' }]);
});
