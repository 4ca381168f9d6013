import { expect, it } from 'vitest';
import { connect, recorder, upstream } from './helpers.js';

it('an answer that comes before the request has ended reaches the client, and the request is on record as far as it came', async () => {
  const server = await upstream((_request, response) => {
    response.writeHead(413, { 'content-type': 'text/plain', 'content-length': 8 }).end('too much');
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{"half":');
  await client.sees('too much');
  const exchange = await proxy.only();
  expect(exchange.response).toMatchObject({ status: 413, body: { text: 'too much' } });
  expect(exchange.request.body).toEqual({ text: '{"half":' });
});
