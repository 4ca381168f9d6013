import { once } from 'node:events';
import { expect, it } from 'vitest';
import { CALL, connect, recorder, requestText, RESULT, upstream } from './helpers.js';

it('a kept connection that the server has closed never makes a call fail, nor be sent twice', async () => {
  const server = await upstream((request, response) => {
    request.resume();
    const { socket } = response;
    response.writeHead(200, { 'content-length': RESULT.length }).end(RESULT, () => socket?.end());
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  for (let i = 1; i <= 20; i++) {
    client.socket.write(requestText({ body: CALL }));
    while (client.received().split('HTTP/1.1 ').length <= i || !client.received().endsWith(RESULT))
      await once(client.socket, 'data');
  }
  expect(client.received().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(20);
  expect(server.requests).toHaveLength(20);
});

it('a connection that the server keeps is used again', async () => {
  const opened = new Set<unknown>();
  const server = await upstream((request, response) => {
    opened.add(request.socket);
    request.resume();
    response.end(RESULT);
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  for (let i = 1; i <= 5; i++) {
    client.socket.write(requestText({ body: CALL }));
    while (client.received().split(RESULT).length <= i) await once(client.socket, 'data');
  }
  expect(opened.size).toBe(1);
});
