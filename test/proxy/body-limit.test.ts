import { expect, it } from 'vitest';
import { answerBody, exchangeOnce, recorder, requestText, upstream, bodyOf } from './helpers.js';

it('bodies over the limit cross whole, and are on record with their beginning, their length and their id', async () => {
  const text = 'y'.repeat(50_000);
  const server = await upstream(async (request, response) => {
    const body = await bodyOf(request);
    response.end(
      `{"result":{"content":[],"echo":${JSON.stringify(body.slice(0, 40_000))}},"jsonrpc":"2.0","id":"last"}`,
    );
  });
  const proxy = await recorder(server.url, { bodyBytesMax: 1000 });
  const body = JSON.stringify({
    method: 'tools/call',
    params: { name: 'x', arguments: { text } },
    jsonrpc: '2.0',
    id: 'last',
  });
  const answer = await exchangeOnce(proxy.port, requestText({ body }));
  expect(answerBody(answer)).toMatch(/"id":"last"\}$/);
  const exchange = await proxy.only();
  expect(exchange).toMatchObject({ outcome: 'ok', rpc: { id: '"last"', name: 'x' } });
  expect(exchange.request.body).toMatchObject({ truncated: true, bytes: body.length });
  expect(exchange.response?.body).toMatchObject({ truncated: true });
});
