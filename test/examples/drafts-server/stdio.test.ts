import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PrincipalName } from '../../../examples/drafts-server/index.js';
import { fileRecords } from '../../../examples/drafts-server/records.js';
import { aDraft, bothEras, command, connect, runToEnd, seedIds, type Era } from './helpers.js';

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drafts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'drafts.json');
}

function connectStdio(era: Era, args: string[], principal: PrincipalName = 'writer'): Promise<Client> {
  const env = { ...getDefaultEnvironment(), DRAFTS_PRINCIPAL: principal };
  return connect(era, new StdioClientTransport({ ...command('--stdio', '--delay-ms', '50', ...args), env }));
}

const create = { name: 'create_draft', arguments: aDraft };
const idOf = (answer: { structuredContent?: unknown }) => (answer.structuredContent as { id: string }).id;
const idsIn = (file: string) =>
  fileRecords(file)
    .read()
    .map((draft) => draft.id);

describe.each(bothEras)('over stdio in the %s era', (era) => {
  it.each([
    ['leaves no draft', [], 0],
    ['leaves a draft when the signal is ignored', ['--ignore-abort'], 1],
  ])('a call that is given up %s', async (_what, flags, left) => {
    const file = stateFile();
    const client = await connectStdio(era, ['--state-file', file, '--delay-ms', '1000', ...flags]);
    const patience = new AbortController();
    const abandoned = client.callTool(create, { signal: patience.signal });
    // Answered after the create was taken up, as messages are taken up in order.
    await client.callTool({ name: 'list_drafts' });
    patience.abort('enough');
    await expect(abandoned).rejects.toThrow('enough');

    // Takes as long as the abandoned one and began later: once it is there, the other would be.
    const id = idOf(await client.callTool(create));
    expect(client.getProtocolEra()).toBe(era);
    expect(idsIn(file).at(-1)).toBe(id);
    expect(idsIn(file)).toHaveLength(seedIds.length + left + 1);
  });

  it('the reader is shown one tool', async () => {
    const client = await connectStdio(era, [], 'reader');

    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['list_drafts']);
  });
});

describe('the state file of a running server', () => {
  it('is printed and reset by other processes', async () => {
    const file = stateFile();
    const client = await connectStdio('legacy', ['--state-file', file]);
    const created = (await client.callTool(create)).structuredContent;
    const printed = await runToEnd(['--print-state', '--state-file', file]);
    const reset = await runToEnd(['--reset-state', '--state-file', file]);
    const listed = (await client.callTool({ name: 'list_drafts' })).structuredContent as { drafts: { id: string }[] };

    expect(JSON.parse(printed.stdout)).toEqual({ drafts: [...listed.drafts, created] });
    expect(reset).toMatchObject({ code: 0, stdout: '' });
    expect(listed.drafts.map((draft) => draft.id)).toEqual(seedIds);
  });
});

describe('one era over stdio', () => {
  it('a legacy-only server fails a client that is pinned to the modern era', async () => {
    await expect(connectStdio('modern', ['--eras', 'legacy'])).rejects.toMatchObject({
      code: 'ERA_NEGOTIATION_FAILED',
    });
  });

  it('a modern-only server refuses initialize', async () => {
    await expect(connectStdio('legacy', ['--eras', 'modern'])).rejects.toMatchObject({ code: -32022 });
  });
});
