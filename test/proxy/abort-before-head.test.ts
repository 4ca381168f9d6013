import { once } from 'node:events';
import { expect, it } from 'vitest';
import { CALL, bodyOf, connect, exchangeOnce, recorder, RESULT, requestText, upstream } from './helpers.js';

it('a client that leaves before the answer closes the connection to the server, and both are on record', async () => {
  let arrived!: () => void;
  const waiting = new Promise<void>((resolve) => (arrived = resolve));
  let closed!: Promise<unknown>;
  const server = await upstream(async (request, response) => {
    closed = once(response, 'close');
    if ((await bodyOf(request)).includes('quick')) response.end(RESULT);
    else arrived();
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ body: CALL }));
  await waiting;
  client.socket.destroy();
  await closed;
  const after = await exchangeOnce(proxy.port, requestText({ body: CALL.replace('create_draft', 'quick') }));
  expect(after).toContain('200 OK');

  expect(server.sockets.size).toBeLessThanOrEqual(1);
  const { exchanges } = await proxy.inspect();
  expect(exchanges[0]).toMatchObject({ outcome: 'aborted-by-client', rpc: { id: '1', name: 'create_draft' } });
  expect(exchanges[0]?.response).toBeUndefined();
  expect(exchanges[0]?.clientGoneAtMs).toBeGreaterThan(0);
  expect(proxy.audit()[0]).toMatchObject({ id: 1, http: 499, outcome: 'no result', tool: 'create_draft' });
});
