import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import type { ConfigFlags } from '../../src/config/flags.js';

/** A folder with these files, and what loading there gives. */
async function folderWith(files: Record<string, string>) {
  const cwd = await mkdtemp(path.join(tmpdir(), 'shakedown-config-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), text);
  }
  return { cwd, load: (flags: ConfigFlags = {}, env: Record<string, string> = {}) => loadConfig(flags, { cwd, env }) };
}

const servers = JSON.stringify({
  mcpServers: {
    orders: { command: 'node', args: ['orders.mjs'], env: { TOKEN: '${TOKEN}' }, disabled: false },
    files: { type: 'http', url: 'http://127.0.0.1:5000/mcp', headers: { Authorization: 'Bearer ${TOKEN:-none}' } },
    empty: {},
  },
});

describe('loadConfig', () => {
  it.each(['shakedown.config.yaml', 'shakedown.config.yml', 'shakedown.config.json'])(
    'finds %s in the working directory',
    async (name) => {
      const { load } = await folderWith({ [name]: '{"target": {"url": "http://h/mcp"}}' });
      expect((await load()).target).toEqual({ kind: 'http', url: 'http://h/mcp' });
    },
  );

  it('reads the file that --config names, and needs none otherwise', async () => {
    const { load } = await folderWith({ 'ci/probe.yaml': 'timeoutMs: ${T}' });
    expect((await load({ config: 'ci/probe.yaml', target: 'http://h/' }, { T: '5' })).timeoutMs).toBe(5);
    expect((await load({ target: 'http://h/' })).timeoutMs).toBe(10_000);
  });

  it('takes a working directory from where the file lies that names it', async () => {
    const { cwd, load } = await folderWith({
      'ci/probe.yaml': 'target: { command: node, cwd: .. }',
      'ci/bad.yaml': 'target: { command: node, cwd: gone }',
    });
    expect((await load({ config: 'ci/probe.yaml' })).target).toMatchObject({ cwd });
    await expect(load({ config: 'ci/bad.yaml' })).rejects.toThrow(
      /^ci\/bad\.yaml: the cwd of the target is "gone", but there is no folder /,
    );
  });

  it('takes a server out of an mcpServers file', async () => {
    const { load } = await folderWith({ '.mcp.json': servers, 'other.json': servers });
    expect((await load({ server: 'orders' }, { TOKEN: 't' })).target).toEqual({
      kind: 'stdio',
      command: 'node',
      args: ['orders.mjs'],
      env: { TOKEN: 't' },
    });
    const files = await load({ server: 'files', mcpConfig: 'other.json' });
    expect(files.target).toEqual({ kind: 'http', url: 'http://127.0.0.1:5000/mcp' });
    expect(files.principals).toEqual([{ name: 'caller', headers: [['Authorization', 'Bearer none']] }]);
  });

  it.each<[ConfigFlags, RegExp]>([
    [
      { server: 'ordres' },
      /^No server named "ordres" in \.mcp\.json\. It has: orders, files, empty\. Did you mean orders\?$/,
    ],
    [{ server: 'constructor' }, /^No server named "constructor" in \.mcp\.json\. It has: orders, files, empty\.$/],
    [
      { server: 'orders' },
      /^\.mcp\.json: mcpServers\.orders\.env\.TOKEN needs the environment variable TOKEN, which is not set\./,
    ],
    [{ server: 'empty' }, /^\.mcp\.json: mcpServers\.empty has neither a "url" nor a "command"\.$/],
    [
      { server: 'x', mcpConfig: 'none.json' },
      /^none\.json could not be read: there is no such file\. --mcp-config names another file\.$/,
    ],
    [{ server: 'x', mcpConfig: 'list.json' }, /^list\.json has no "mcpServers"; expected/],
    [{ config: 'none.yaml' }, /^none\.yaml could not be read: there is no such file\. --config names another file\.$/],
    [{ config: '.' }, /^\. could not be read: it is a folder\. --config names another file\.$/],
    [{}, /^No target: /],
  ])('says what is wrong with %j', async (flags, why) => {
    const { load } = await folderWith({ '.mcp.json': servers, 'list.json': '[]' });
    await expect(load(flags)).rejects.toThrow(
      expect.objectContaining({ name: 'UserError', message: expect.stringMatching(why) as string }),
    );
  });
});
