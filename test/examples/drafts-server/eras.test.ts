import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { bothEras, connectHttp, initialize, post, start } from './helpers.js';

describe('a server of both eras', () => {
  it.each(bothEras)('speaks %s to a client that is pinned to it', async (era) => {
    const client = await connectHttp(await start(), era);

    expect(client.getProtocolEra()).toBe(era);
    expect(client.getNegotiatedProtocolVersion()).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
  });
});

describe('a legacy-only server', () => {
  it('fails a client that is pinned to the modern era', async () => {
    const server = await start({ eras: 'legacy' });

    await expect(connectHttp(server, 'modern')).rejects.toMatchObject({ code: 'ERA_NEGOTIATION_FAILED' });
  });

  it('serves legacy clients', async () => {
    const client = await connectHttp(await start({ eras: 'legacy' }), 'legacy');

    expect(client.getProtocolEra()).toBe('legacy');
    expect((await client.listTools()).tools).toHaveLength(2);
  });
});

describe('a modern-only server', () => {
  it('refuses initialize and names what it supports', async () => {
    const server = await start({ eras: 'modern' });
    const answer = await post(server, initialize);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      id: 1,
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2025-11-25' } },
    });
  });

  it('serves modern clients', async () => {
    const client = await connectHttp(await start({ eras: 'modern' }), 'modern');

    expect(client.getProtocolEra()).toBe('modern');
    expect((await client.listTools()).tools).toHaveLength(2);
  });
});

describe.each(['both', 'modern', 'legacy'] as const)('a server of the eras %s', (eras) => {
  it.each(['GET', 'DELETE', 'TRACE'])('answers 405 to %s', async (method) => {
    const server = await start({ eras });
    const headers = { authorization: `Bearer ${server.tokens.writer}` };
    const [answer] = (await once(request(server.url, { method, headers }).end(), 'response')) as [IncomingMessage];

    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    answer.resume();
  });
});
