import { describe, expect, it, onTestFinished } from 'vitest';
import { startDraftsServer, type DraftsServerOptions } from '../../examples/drafts-server/index.js';
import type { Era } from '../../src/mcp/eras.js';
import { callPinned } from '../../src/target/sdk-client.js';
import { rawServer } from '../servers/raw-http.js';

async function connect(era: Era, options: DraftsServerOptions = {}) {
  const server = await startDraftsServer({ delayMs: 20, ...options });
  onTestFinished(() => server.close());
  const as = { name: 'writer', headers: [['Authorization', `Bearer ${server.tokens.writer}`]] as const };
  const connected = await callPinned({ target: { kind: 'http', url: server.url }, era, as, timeoutMs: 5000 });
  if ('value' in connected) onTestFinished(() => connected.value.close());
  return connected;
}

describe('the pinned client', () => {
  it.each([
    ['legacy', '2025-11-25'],
    ['modern', '2026-07-28'],
  ] as const)('speaks %s where it is told to, and says so', async (era, version) => {
    const connected = await connect(era);
    expect(connected).toMatchObject({ value: { era, version } });
    if (!('value' in connected)) return;
    expect(await connected.value.listTools()).toMatchObject({
      value: [{ name: 'list_drafts' }, { name: 'create_draft' }],
    });
    expect(await connected.value.callTool('create_draft', { title: 'T', body: 'B' })).not.toHaveProperty('rejected');
    expect(await connected.value.callTool('no_such_tool', {})).toMatchObject({ rejected: { code: -32602 } });
    expect(await connected.value.callTool('create_draft', { title: 'T', body: 'B' }, { timeoutMs: 1 })).toMatchObject({
      rejected: { code: 'REQUEST_TIMEOUT', isUnreachable: false },
    });
  });

  it('is turned away, with the code of it, by a server that has only the other era', async () => {
    const server = await rawServer((socket) => {
      const body = '{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"Method not found"}}';
      socket.end(
        `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
    const turned = await callPinned({
      target: { kind: 'http', url: server.url },
      era: 'modern',
      as: null,
      timeoutMs: 5000,
    });
    expect(turned).toMatchObject({ rejected: { code: 'ERA_NEGOTIATION_FAILED', isUnreachable: false } });
  });

  it('tells an unreachable server from one that turns it away', async () => {
    const server = await rawServer((socket) => socket.destroy());
    for (const era of ['legacy', 'modern'] as const) {
      const turned = await callPinned({ target: { kind: 'http', url: server.url }, era, as: null, timeoutMs: 5000 });
      expect(turned).toMatchObject({ rejected: { isUnreachable: true } });
    }
  });
});
