import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { runInto } from '../../src/cli/demo.js';
import { recordCommand } from '../../src/cli/record.js';
import { loadConfig } from '../../src/config/load.js';
import { probe } from '../../src/engine/probe.js';
import { readRecording } from '../../src/recording/read.js';
import { scratch } from '../demo/stage.js';
import { command as draftsServer, start } from './drafts-server/helpers.js';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

test(
  'drafts.config.yaml finds the late write of the drafts server, and leaves nothing untestable',
  { timeout: 90_000 },
  async () => {
    const server = await start({ delayMs: 300 });
    const env = { DRAFTS_ORIGIN: new URL(server.url).origin };
    const config = await loadConfig({ config: 'drafts.config.yaml' }, { cwd: examples, env });
    const checks = [
      'cancel.late-write',
      'cancel.late-write-legacy',
      'list.baseline-per-principal',
      'version.declared-mode',
    ];
    const { report } = await runInto({ command: 'probe', config, work: probe, checks }, scratch(), 1);
    expect(report.checks.filter(({ status }) => status === 'not-testable')).toEqual([]);
    expect(report.findings.map(({ check, title }) => [check, title])).toEqual([
      ['cancel.late-write-legacy', 'Write landed although its caller had cancelled it'],
    ]);
    expect(report.exitCode).toBe(1);
    expect(readFileSync(path.join(examples, '../README.md'), 'utf8')).toContain(report.findings[0]?.title);
  },
);

test('mcp-http.json points a client at the port where record listens', async () => {
  const config = await loadConfig({ server: 'drafts', mcpConfig: 'mcp-http.json' }, { cwd: examples, env: {} });
  const port = recordCommand().options.find(({ long }) => long === '--port')?.defaultValue as number;
  expect(config.target).toEqual({ kind: 'http', url: `http://127.0.0.1:${port}/mcp` });
});

test('mcp-stdio.json records what passes between a client and the command', { timeout: 90_000 }, async () => {
  const out = scratch();
  const { mcpServers } = JSON.parse(readFileSync(path.join(examples, 'mcp-stdio.json'), 'utf8')) as {
    mcpServers: { drafts: { command: string; args: string[] } };
  };
  const { command, args } = mcpServers.drafts;
  // From the source in place of an installation, and the drafts server in place of server.mjs.
  const server = draftsServer('--stdio');
  const [node = '', ...script] = args.slice(args.indexOf('--') + 1, -1);
  expect([command, args[0], node, ...script]).toEqual(['npx', 'mcp-shakedown', 'node', 'server.mjs']);
  const flags = args.slice(1, args.indexOf('--')).map((arg) => (arg === 'recordings' ? out : arg));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', main, ...flags, '--', server.command, ...server.args],
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['list_drafts', 'create_draft']);
  await client.close();
  const [recording = ''] = readdirSync(out);
  const methods = readRecording(path.join(out, recording)).exchanges.length;
  expect(methods).toBeGreaterThanOrEqual(2);
});
