import { expect, it } from 'vitest';
import { connect, recorder, requestText, upstream } from './helpers.js';

it.each(['GET', 'POST'])('status and headers of a silent %s stream come before its first byte', async (method) => {
  const server = await upstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-open': 'yes' }).flushHeaders();
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ method, ...(method === 'POST' ? { body: '{}' } : {}) }));
  await client.sees('\r\n\r\n');
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(client.received()).toContain('x-open: yes');
});
