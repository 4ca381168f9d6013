import { describe, expect, it } from 'vitest';
import { faults, type DraftsServer, type FaultName } from '../../../examples/drafts-server/index.js';
import { aDraft, bothEras, connectHttp, start, type Era } from './helpers.js';

/** True when the server shows the fault to a caller who does what brings it out. */
const shows: Record<FaultName, (server: DraftsServer, era: Era) => Promise<boolean>> = {
  'long-title-loses-status': async (server, era) => {
    const short = await create(server, era, { ...aDraft, title: 'x'.repeat(80) });
    const long = await create(server, era, { ...aDraft, title: 'x'.repeat(81) });
    expect(short).toMatchObject({ structuredContent: { status: 'draft' } });
    expect(long.isError).toBeUndefined();
    return long.structuredContent?.['status'] === undefined;
  },
  'writes-before-refusing': async (server, era) => {
    const answer = await create(server, era, { ...aDraft, colour: 'red' });
    expect(answer.isError).toBe(true);
    return server.storage.list().length === 3;
  },
  publishes: async (server, era) => {
    await create(server, era, { ...aDraft, ready: true });
    return server.storage.list().some((draft) => draft.status === 'published');
  },
  'accepts-extra-arguments': async (server, era) => {
    const answer = await create(server, era, { ...aDraft, colour: 'red' });
    return answer.isError === undefined && server.storage.list().length === 3;
  },
  'scope-forgotten': async (server, era) => {
    const reader = await connectHttp(server, era, server.tokens.reader);
    return (await reader.listTools()).tools.some((tool) => tool.name === 'create_draft');
  },
};

// Without listTools() before it, the client checks no output schema, and the test sees what was sent.
async function create(server: DraftsServer, era: Era, args: Record<string, unknown>) {
  const client = await connectHttp(server, era);
  const { isError, structuredContent } = await client.callTool({ name: 'create_draft', arguments: args });
  return { isError, structuredContent: structuredContent as Record<string, unknown> | undefined };
}

describe.each(Object.keys(faults) as FaultName[])('the fault %s', (fault) => {
  it.each(bothEras)('shows in the %s era', async (era) => {
    expect(await shows[fault](await start({ fault }), era)).toBe(true);
  });

  it.each(bothEras)('is absent from a sound server in the %s era', async (era) => {
    expect(await shows[fault](await start(), era)).toBe(false);
  });

  it('leaves the plain call alone', async () => {
    const server = await start({ fault });
    const answer = await create(server, 'modern', aDraft);

    expect(answer.structuredContent).toEqual({ ...server.storage.list()[2] });
    expect(answer.structuredContent).toMatchObject({ ...aDraft, status: 'draft', owner: 'writer' });
  });
});

describe('the faults that break a promise', () => {
  it.each(['long-title-loses-status', 'writes-before-refusing', 'accepts-extra-arguments'] as const)(
    'still make it: %s lists the same tools as a sound server',
    async (fault) => {
      const listed = await (await connectHttp(await start({ fault }), 'modern')).listTools();
      const sound = await (await connectHttp(await start(), 'modern')).listTools();

      expect(listed.tools).toEqual(sound.tools);
    },
  );
});
