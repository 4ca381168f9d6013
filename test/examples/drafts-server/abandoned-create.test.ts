import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { DraftsServer, DraftsServerOptions } from '../../../examples/drafts-server/index.js';
import { aDraft, bothEras, connectHttp, post, start, type Era } from './helpers.js';

const seeds = 2;

/** Calls create_draft with the official client, gives up once the write has begun, and says how the write ended. */
async function giveUp(era: Era, options: DraftsServerOptions): Promise<{ server: DraftsServer; ending: string }> {
  const server = await start(options);
  const client = await connectHttp(server, era);
  const patience = new AbortController();
  server.storage.once('creating', () => patience.abort('enough'));
  const ending = Promise.race(
    (['created', 'abandoned'] as const).map(async (name) => {
      await once(server.storage, name);
      return name;
    }),
  );

  await expect(
    client.callTool({ name: 'create_draft', arguments: aDraft }, { signal: patience.signal }),
  ).rejects.toThrow('enough');
  return { server, ending: await ending };
}

describe('a client that gives up', () => {
  it('leaves no draft in the modern era: it disconnects, and the server stops', async () => {
    const { server, ending } = await giveUp('modern', { delayMs: 100 });

    expect([ending, server.storage.list().length]).toEqual(['abandoned', seeds]);
  });

  it('leaves a draft in the legacy era: its cancellation never reaches the call', async () => {
    const { server, ending } = await giveUp('legacy', { delayMs: 100 });

    expect([ending, server.storage.list().length]).toEqual(['created', seeds + 1]);
  });

  it.each(bothEras)('leaves a draft in the %s era when the server ignores the signal', async (era) => {
    const { server, ending } = await giveUp(era, { delayMs: 100, honourAbort: false });

    expect([ending, server.storage.list().length]).toEqual(['created', seeds + 1]);
  });
});

describe('on the legacy wire', () => {
  const call = { id: 7, method: 'tools/call', params: { name: 'create_draft', arguments: aDraft } };

  it('a POSTed cancellation is accepted, and the call ends as if it had not come', async () => {
    const server = await start({ delayMs: 100 });
    const answered = post(server, call);
    await once(server.storage, 'creating');
    const cancelled = await post(server, { method: 'notifications/cancelled', params: { requestId: 7 } });

    expect(cancelled.status).toBe(202);
    expect(await (await answered).text()).toContain('"structuredContent"');
    expect(server.storage.list()).toHaveLength(seeds + 1);
  });

  it('a dropped connection does stop the write, which the revision does not ask for', async () => {
    const server = await start({ delayMs: 100 });
    const connection = new AbortController();
    const answered = post(server, call, {}, connection.signal).then((answer) => answer.text());
    await once(server.storage, 'creating');
    const abandoned = once(server.storage, 'abandoned');
    connection.abort();

    await expect(answered).rejects.toThrow('aborted');
    await abandoned;
    expect(server.storage.list()).toHaveLength(seeds);
  });
});
