import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readRecording } from '../../src/recording/read.js';
import { CALL, exchangeOnce, requestText, RESULT, temporaryFolder, upstream } from '../proxy/helpers.js';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** The program as a user starts it, in an empty folder. */
function started(args: readonly string[], env: Record<string, string> = {}) {
  const cwd = temporaryFolder();
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, ...args], {
    cwd,
    // Under CI a slow disk fails a recording; here it may take its time.
    env: { ...process.env, CI: '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => (said.out += String(bytes)));
  child.stderr.on('data', (bytes: Buffer) => (said.err += String(bytes)));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  return { child, cwd, said, ended };
}

describe('record', () => {
  it('prints one line with the address, records, and ends by a signal with a whole recording', async () => {
    const server = await upstream((_request, response) => response.end(RESULT));
    const { child, cwd, said, ended } = started(['record', '--target', server.url, '--port', '0', '--name', 'tape']);
    await once(child.stdout, 'data');
    const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)\/mcp\n$/.exec(said.out) ?? [];
    expect(await exchangeOnce(Number(port), requestText({ body: CALL }))).toContain(RESULT);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(said.out.trimEnd().split('\n')).toHaveLength(1);
    expect(said.err).toMatch(/1 exchange in .*tape\.jsonl/);
    const recording = readRecording(path.join(cwd, '.shakedown', 'tape.jsonl'));
    expect(recording.complete).toBe(true);
    expect(recording.exchanges).toMatchObject([{ outcome: 'ok' }]);
  });

  it('names callers by the configuration', async () => {
    const server = await upstream((_request, response) => response.end(RESULT));
    const config = path.join(temporaryFolder(), 'c.json');
    writeFileSync(
      config,
      JSON.stringify({
        target: { url: server.url },
        principals: { writer: { headers: { Authorization: 'Bearer ${T}' } } },
      }),
    );
    const { child, cwd, said, ended } = started(
      ['record', '--config', config, '--port', '0', '--name', 'tape', '--quiet'],
      { T: 'w-123' },
    );
    await once(child.stdout, 'data');
    await exchangeOnce(
      Number(/:(\d+)\//.exec(said.out)?.[1]),
      requestText({ body: CALL, headers: ['Authorization: Bearer w-123'] }),
    );
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(said.err).toBe('');
    expect(readRecording(path.join(cwd, '.shakedown', 'tape.jsonl')).exchanges[0]?.principal).toBe('writer');
  });

  it('goes on in a new file at --max-bytes, and keeps the beginning of a body beyond --body-limit', async () => {
    const server = await upstream((_request, response) => response.end(RESULT));
    const limits = ['--max-bytes', '600', '--body-limit', '40', '--on-overload', 'hold'];
    const where = ['record', '--target', server.url, '--port', '0', '--name', 'tape'];
    const { child, cwd, said, ended } = started([...where, ...limits]);
    await once(child.stdout, 'data');
    const port = Number(/:(\d+)\//.exec(said.out)?.[1]);
    for (let i = 0; i < 3; i++) await exchangeOnce(port, requestText({ body: CALL }));
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    const files = ['tape.jsonl', 'tape.2.jsonl', 'tape.3.jsonl'].map((name) => path.join(cwd, '.shakedown', name));
    const parts = files.map((file) => readRecording(file));
    expect(parts.map(({ exchanges }) => exchanges.length)).toEqual([1, 1, 1]);
    expect(parts[2]?.exchanges[0]?.request.body).toMatchObject({ truncated: true, wireLength: CALL.length });
    expect(said.err).toContain(`3 exchanges in ${path.join('.shakedown', 'tape.jsonl')} and 2 files after it`);
  });

  it('stands in for a command: its bytes alone on stdout, its exit code at the end', async () => {
    const { child, cwd, said, ended } = started([
      'record',
      '--out',
      'tapes',
      '--name',
      'tape',
      '--',
      process.execPath,
      '-e',
      'process.stdin.pipe(process.stdout).on("finish", () => 0); process.on("exit", () => (process.exitCode = 7))',
    ]);
    child.stdin.end('{"jsonrpc":"2.0","method":"notifications/x"}\n');
    expect(await ended).toEqual([7, null]);
    expect(said.out).toBe('{"jsonrpc":"2.0","method":"notifications/x"}\n');
    expect(readRecording(path.join(cwd, 'tapes', 'tape.jsonl')).complete).toBe(true);
  });

  it.each([
    [['record', '--target', 'http://127.0.0.1:1/mcp', '--out', 'a-file/sub'], 2, /a-file\/sub could not be made/],
    [['record', '--target', 'http://127.0.0.1:1/mcp', '--port', '99999'], 2, /whole number from 0 to 65535/],
    [['record', '--name', 'x', '--', '/no/such-program'], 4, /such-program could not be started/],
    [['record', '--on-overload', 'wait'], 2, /hold, drop, fail/],
    [['record', '--max-bytes', '1k'], 2, /whole number from 1/],
    [['record'], 2, /No target/],
  ] as const)('refuses %j with %i and one sentence', async (args, code, sentence) => {
    const program = started(args);
    writeFileSync(path.join(program.cwd, 'a-file'), 'x');
    expect(await program.ended).toEqual([code, null]);
    expect(program.said.err).toMatch(sentence);
    expect(program.said.err.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync(path.join(program.cwd, '.shakedown', 'x.jsonl'))).toBe(false);
  });
});

describe('a recorder that is killed', () => {
  it('leaves every exchange whose answer the client had', async () => {
    const server = await upstream((_request, response) => response.end(RESULT));
    const { child, cwd, said, ended } = started(['record', '--target', server.url, '--port', '0', '--name', 'tape']);
    await once(child.stdout, 'data');
    const port = Number(/:(\d+)\//.exec(said.out)?.[1]);
    for (let i = 0; i < 10; i++) expect(await exchangeOnce(port, requestText({ body: CALL }))).toContain(RESULT);
    child.kill('SIGKILL');
    await ended;
    const file = path.join(cwd, '.shakedown', 'tape.jsonl');
    const { exchanges, complete } = readRecording(file);
    expect(complete).toBe(false);
    expect(exchanges.map(({ outcome }) => outcome)).toEqual(Array(10).fill('ok'));
    expect(readFileSync(file).at(-1)).toBe(0x0a);
  });
});
