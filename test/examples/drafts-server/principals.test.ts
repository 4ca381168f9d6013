import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { aDraft, bothEras, connectHttp, initialize, post, start } from './helpers.js';

const toolNames = async (client: Client) => (await client.listTools()).tools.map((tool) => tool.name);

describe.each(bothEras)('%s callers', (era) => {
  it('are shown what their scopes allow', async () => {
    const server = await start();
    const writer = await connectHttp(server, era, server.tokens.writer);
    const reader = await connectHttp(server, era, server.tokens.reader);

    expect([writer.getProtocolEra(), reader.getProtocolEra()]).toEqual([era, era]);
    expect(await toolNames(writer)).toEqual(['list_drafts', 'create_draft']);
    expect(await toolNames(reader)).toEqual(['list_drafts']);
  });

  it('cannot call what they are not shown', async () => {
    const server = await start();
    const reader = await connectHttp(server, era, server.tokens.reader);

    await expect(reader.callTool({ name: 'create_draft', arguments: aDraft })).rejects.toMatchObject({
      code: -32602,
      message: 'Tool create_draft not found',
    });
    expect(server.storage.list()).toHaveLength(2);
  });

  it('see the draft that the writer created', async () => {
    const server = await start();
    const writer = await connectHttp(server, era, server.tokens.writer);
    const reader = await connectHttp(server, era, server.tokens.reader);

    const created = await writer.callTool({ name: 'create_draft', arguments: aDraft });
    const listed = await reader.callTool({ name: 'list_drafts' });

    expect(created.structuredContent).toMatchObject({ ...aDraft, status: 'draft', owner: 'writer' });
    expect(listed.structuredContent).toEqual(server.storage.snapshot());
    expect(server.storage.list()[2]).toEqual(created.structuredContent);
  });

  it('are told a strict schema and honest annotations', async () => {
    const server = await start();
    const { tools } = await (await connectHttp(server, era)).listTools();

    expect(tools[0]).toMatchObject({
      inputSchema: { additionalProperties: false },
      annotations: { readOnlyHint: true },
    });
    expect(tools[1]).toMatchObject({
      inputSchema: {
        required: ['title', 'body'],
        additionalProperties: false,
        properties: { title: { type: 'string', minLength: 1, maxLength: 200 } },
      },
      outputSchema: { required: ['id', 'title', 'body', 'status', 'owner'] },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    });
  });
});

describe('callers without a known token', () => {
  it.each([undefined, 'Bearer made-up', 'Basic d3JpdGVyOg=='])(
    'are refused with a challenge: %s',
    async (authorization) => {
      const server = await start();
      const answer = await post(server, initialize, { authorization });

      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    },
  );
});

describe('pages of other sites', () => {
  it('are refused by Origin, before anything else is looked at', async () => {
    const server = await start();
    const answer = await post(server, initialize, { origin: 'https://evil.example' });

    expect(answer.status).toBe(403);
  });
});
