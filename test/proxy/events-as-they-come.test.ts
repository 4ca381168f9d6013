import { expect, it } from 'vitest';
import { CALL, connect, recorder, requestText, upstream } from './helpers.js';

it('an event reaches the client before the server makes the next one, and each is recorded with its time', async () => {
  let next!: () => void;
  const server = await upstream(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const i of [1, 2, 3]) {
      const seen = new Promise<void>((resolve) => (next = resolve));
      response.write(`id: ${i}\ndata: {"tick":${i}}\n\n`);
      await seen;
    }
    response.end(': unterminated');
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ body: CALL }));
  for (const i of [1, 2, 3]) {
    await client.sees(`"tick":${i}`);
    next();
  }
  await client.sees('\r\n0\r\n\r\n');
  const events = (await proxy.only()).response?.events ?? [];
  expect(events.map((event) => ('raw' in event ? event.raw : ''))).toEqual([
    'id: 1\ndata: {"tick":1}\n\n',
    'id: 2\ndata: {"tick":2}\n\n',
    'id: 3\ndata: {"tick":3}\n\n',
    ': unterminated',
  ]);
  const times = events.map(({ atMs }) => atMs);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});
