/** The job itself: the official client in both eras, a real server with slow storage, and the proxy between them. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { aDraft, bothEras, start, type Era } from '../examples/drafts-server/helpers.js';
import { callPinned, type PinnedClient } from '../../src/target/sdk-client.js';
import { recorder, type TestRecorder } from './helpers.js';

const SEEDS = 2;

async function clientThrough(proxy: TestRecorder, era: Era, token: string): Promise<PinnedClient> {
  const as = { name: 'writer', headers: [['Authorization', `Bearer ${token}`]] as const };
  const connected = await callPinned({ target: { kind: 'http', url: proxy.url }, era, as, timeoutMs: 10_000 });
  if ('rejected' in connected) throw new Error(connected.rejected.message);
  return connected.value;
}

it.each(bothEras)('works through the proxy as it does without it, in the %s era', async (era) => {
  const server = await start();
  const proxy = await recorder(server.url, {
    principals: [{ name: 'writer', headers: [['Authorization', `Bearer ${server.tokens.writer}`]] }],
  });
  const client = await clientThrough(proxy, era, server.tokens.writer);
  expect(client.era).toBe(era);
  expect(await client.listTools()).toMatchObject({ value: [{ name: 'list_drafts' }, { name: 'create_draft' }] });
  expect(await client.callTool('create_draft', aDraft)).toMatchObject({
    value: { structuredContent: { title: aDraft.title } },
  });
  await client.close();

  const { exchanges } = await proxy.inspect();
  const call = exchanges.find(({ rpc }) => rpc?.name === 'create_draft');
  expect(call).toMatchObject({ era, principal: 'writer', outcome: 'ok' });
  expect(exchanges.every((exchange) => exchange.era === era)).toBe(true);
  expect(proxy.failed).toBe(false);
});

it.each([
  ['modern', 'abandoned', SEEDS, { outcome: 'no result', http: 499 }],
  // It says so in a message of its own and keeps the connection: the answer came all the same.
  ['legacy', 'created', SEEDS + 1, { outcome: 'ok', http: 200 }],
] as const)('a %s call that is given up ends %s through the proxy, too', async (era, ending, drafts, audited) => {
  const server = await start({ delayMs: 100 });
  const proxy = await recorder(server.url);
  const client = await clientThrough(proxy, era, server.tokens.writer);
  const patience = new AbortController();
  server.storage.once('creating', () => patience.abort('enough'));
  const ended = once(server.storage, ending);
  expect(await client.callTool('create_draft', aDraft, { signal: patience.signal })).toHaveProperty('rejected');
  await ended;
  expect(server.storage.list()).toHaveLength(drafts);
  await client.close();

  await proxy.close();
  const line = proxy.audit().find(({ tool }) => tool === 'create_draft');
  expect(line).toMatchObject({ era, ...audited });
});
