import { createServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { selfSigned } from '../servers/certificate.js';
import { answerBody, CALL, exchangeOnce, recorder, requestText, RESULT, upstream } from './helpers.js';

it('a server that is not there is a 502 that says why, and the request is on record and audited', async () => {
  const server = await upstream(() => undefined);
  await server.close();
  const proxy = await recorder(server.url);
  const answer = await exchangeOnce(proxy.port, requestText({ body: CALL }));
  expect(answer).toMatch(/^HTTP\/1\.1 502 /);
  expect(JSON.parse(answerBody(answer))).toEqual({
    error: 'The server could not be reached.',
    reason: expect.stringContaining('ECONNREFUSED') as string,
  });
  expect(await proxy.only()).toMatchObject({ outcome: 'unreachable', rpc: { id: '1', method: 'tools/call' } });
  expect(proxy.audit()).toMatchObject([{ id: 1, http: 502, outcome: 'no result' }]);
});

it('a server that comes back is met again', async () => {
  const first = await upstream((_request, response) => response.end(RESULT));
  const proxy = await recorder(first.url);
  expect(await exchangeOnce(proxy.port, requestText({ body: CALL }))).toContain('200 OK');
  await first.close();
  expect(await exchangeOnce(proxy.port, requestText({ body: CALL }))).toContain('502');
  const { createServer: plain } = await import('node:http');
  const again = plain((_request, response) => response.end(RESULT)).listen(first.port, '127.0.0.1');
  onTestFinished(() => void again.close());
  await once(again, 'listening');
  expect(await exchangeOnce(proxy.port, requestText({ body: CALL }))).toContain('200 OK');
});

async function secureUpstream(): Promise<{ url: string; hosts: string[] }> {
  const hosts: string[] = [];
  const server = createServer(selfSigned, (request, response) => {
    hosts.push(request.headers.host ?? '');
    response.end(RESULT);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, hosts };
}

it('a server whose certificate nobody vouches for gets no request', async () => {
  const server = await secureUpstream();
  const proxy = await recorder(server.url);
  const answer = await exchangeOnce(
    proxy.port,
    requestText({ body: CALL, headers: ['Authorization: Bearer t-123456789'] }),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 502 [^]*self-signed certificate/);
  expect(server.hosts).toEqual([]);
  expect((await proxy.only()).outcome).toBe('unreachable');
});

it('a server without a certificate that anybody vouches for gets the request where any certificate is accepted', async () => {
  const server = await secureUpstream();
  const proxy = await recorder(server.url, { insecure: true });
  expect(await exchangeOnce(proxy.port, requestText({ body: CALL }))).toContain('200 OK');
  expect(server.hosts).toEqual(['localhost']);
});
