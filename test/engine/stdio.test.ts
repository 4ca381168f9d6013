/** The engine against a server in a process of its own. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { stdioTarget } from '../../src/target/stdio.js';
import { aConfig, told } from './run.js';

const MAIN = fileURLToPath(new URL('../servers/sound/main.ts', import.meta.url));

const serverProcess = (options: { eras?: string[]; diesOf?: string } = {}) =>
  stdioTarget({ command: process.execPath, args: ['--import', 'tsx', MAIN, JSON.stringify(options)], env: {} });

/** Without a way to its storage, and with time for processes to start on a busy machine. */
const config = aConfig({ forbid: [], tools: {}, timeoutMs: 20_000 });

test('a sound process passes what needs no storage, in both eras', async () => {
  const checks = [
    'version.declared-mode',
    'version.unknown-legacy',
    'discover.required',
    'tools.unknown-tool',
    'robust.crash',
  ];
  const { verdict, findings, rows } = await told({ target: serverProcess(), config, checks });

  expect(verdict).toEqual({ kind: 'tested' });
  expect(findings).toEqual([]);
  const passed = rows.filter(({ status }) => status === 'passed').map(({ id, era }) => `${id} ${era}`);
  expect(passed).toEqual(
    expect.arrayContaining([
      'version.declared-mode legacy',
      'version.declared-mode modern',
      'version.unknown-legacy legacy',
      'discover.required modern',
      'tools.unknown-tool legacy',
      'tools.unknown-tool modern',
      'robust.crash modern',
    ]),
  );
});

test('a process that dies of a request is a crash, although the next request starts a fresh one', async () => {
  const checks = ['tools.unknown-tool', 'robust.crash'];
  const target = serverProcess({ diesOf: 'constructor' });
  const { findings } = await told({ target, config, checks, eras: ['modern'] });

  expect(findings.map(({ check, level, confidence }) => ({ check, level, confidence }))).toContainEqual({
    check: 'robust.crash',
    level: 'must',
    confidence: 'confirmed',
  });
});
