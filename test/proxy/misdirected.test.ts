import { expect, it } from 'vitest';
import { CALL, connect, exchangeOnce, recorder, requestText, upstream } from './helpers.js';

it.each(['http://evil.example/mcp', '//evil.example/mcp'])(
  'a request for %s is refused with 421, on record and audited, and goes nowhere',
  async (target) => {
    const server = await upstream((_request, response) => response.end());
    const proxy = await recorder(server.url);
    const answer = await exchangeOnce(proxy.port, requestText({ target, body: CALL }));
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(server.requests).toEqual([]);
    expect(await proxy.only()).toMatchObject({ outcome: 'no-result', request: { path: target } });
    expect(proxy.audit()).toMatchObject([{ id: 1, http: 421, outcome: 'no result' }]);
  },
);

it('CONNECT is refused with 421', async () => {
  const server = await upstream((_request, response) => response.end());
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n');
  await client.closed;
  expect(client.received()).toMatch(/^HTTP\/1\.1 421 /);
  expect(server.requests).toEqual([]);
});
