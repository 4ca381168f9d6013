import { describe, expect, it } from 'vitest';
import { aDraft, bothEras, connectHttp, seedIds, start } from './helpers.js';

const refused: [string, Record<string, unknown>][] = [
  ['an extra argument', { ...aDraft, colour: 'red' }],
  ['a status of its own choice', { ...aDraft, status: 'published' }],
  ['a missing body', { title: 'Title' }],
  ['a title that is a number', { ...aDraft, title: 7 }],
  ['an empty title', { ...aDraft, title: '' }],
  ['a title of 201 characters', { ...aDraft, title: 'x'.repeat(201) }],
];

describe.each(bothEras)('create_draft in the %s era', (era) => {
  it.each(refused)('refuses %s as a tool error and writes nothing', async (_what, args) => {
    const server = await start();
    const client = await connectHttp(server, era);
    const answer = await client.callTool({ name: 'create_draft', arguments: args });

    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('create_draft') as string }],
    });
    expect(server.storage.list().map((draft) => draft.id)).toEqual(seedIds);
  });

  it('accepts a title of 200 characters, however many bytes they take', async () => {
    const server = await start();
    const client = await connectHttp(server, era);
    const title = '📝'.repeat(200);
    const answer = await client.callTool({ name: 'create_draft', arguments: { ...aDraft, title } });

    expect(answer.structuredContent).toMatchObject({ title });
  });
});

describe('a retry', () => {
  it('with the same key returns the same draft', async () => {
    const server = await start();
    const client = await connectHttp(server, 'modern');
    const create = { name: 'create_draft', arguments: { ...aDraft, idempotencyKey: 'k-1' } };
    const [first, second] = await Promise.all([client.callTool(create), client.callTool(create)]);

    expect(second.structuredContent).toEqual(first.structuredContent);
    expect(server.storage.list()).toHaveLength(3);
  });

  it('with the same key and another text is refused', async () => {
    const server = await start();
    const client = await connectHttp(server, 'modern');
    const create = (body: string) =>
      client.callTool({ name: 'create_draft', arguments: { ...aDraft, body, idempotencyKey: 'k-1' } });
    await create('one');

    expect(await create('two')).toMatchObject({ isError: true });
    expect(server.storage.list()).toHaveLength(3);
  });

  it('without a key makes a second draft', async () => {
    const server = await start();
    const client = await connectHttp(server, 'modern');
    await client.callTool({ name: 'create_draft', arguments: aDraft });
    await client.callTool({ name: 'create_draft', arguments: aDraft });

    expect(server.storage.list()).toHaveLength(4);
  });
});
