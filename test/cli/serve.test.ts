import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../../src/cli/program.js';
import { UserError } from '../../src/user-error.js';
import { exchangeOnce, requestText, temporaryFolder } from '../proxy/helpers.js';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const modern = fileURLToPath(new URL('../../recordings/drafts-modern/session.jsonl', import.meta.url));

/** The program as a user starts it, in an empty folder. */
function started(args: readonly string[]) {
  const cwd = temporaryFolder();
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, 'serve', ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => (said.out += String(bytes)));
  child.stderr.on('data', (bytes: Buffer) => (said.err += String(bytes)));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  return { child, cwd, said, ended };
}

const unknown = requestText({
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no\\u001b[31mne","arguments":{"token":"s3cr3t-value"}}}',
});

describe('serve', () => {
  it('prints one line with the address, tells each miss with method and tool, and ends by a signal with 0', async () => {
    const { child, said, ended } = started([modern, '--port', '0']);
    await once(child.stdout, 'data');
    const [, port] = /^http:\/\/127\.0\.0\.1:(\d+)\/mcp\n$/.exec(said.out) ?? [];
    expect(await exchangeOnce(Number(port), unknown)).toContain('never seen');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(said.out.trimEnd().split('\n')).toHaveLength(1);
    expect(said.err).toContain('Not in the recording: tools/call no\\x1b[31mne was never seen.');
    for (const text of ['\u001b', 's3cr3t']) expect(said.err).not.toContain(text);
    expect(said.err).toContain('0 answered from the recording, 1 missed');
  });

  it('is a stdio server with --stdio: messages alone on stdout, and 0 when its client is gone', async () => {
    const { child, said, ended } = started([modern, '--stdio', '--quiet']);
    child.stdin.end(
      '{"jsonrpc":"2.0","id":"x","method":"server/discover"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n',
    );
    expect(await ended).toEqual([0, null]);
    const lines = said.out.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: 'x', result: { supportedVersions: ['2026-07-28'] } },
      { id: 2, error: { code: -32601 } },
    ]);
    expect(said.err).toMatch(/ping was never seen/);
  });

  it.each([
    ['no-such.jsonl', [], /There is no file .*no-such\.jsonl/],
    ['foreign.txt', [], /foreign\.txt/],
    ['empty.jsonl', [], /empty\.jsonl is empty/],
    ['whole.jsonl', ['--pace', 'slow'], /real \(the recorded times\), fast \(at once\) or a number above 0/],
    ['whole.jsonl', ['--exhausted', 'eror'], /the nearest is error/],
    ['whole.jsonl', ['--port', '70000'], /whole number from 0 to 65535/],
    ['whole.jsonl', ['--', 'node'], /serve needs no target/],
  ] as const)('refuses %s with %j in one sentence', async (name, flags, sentence) => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'foreign.txt'), 'hello\n');
    writeFileSync(path.join(folder, 'empty.jsonl'), '');
    copyFileSync(modern, path.join(folder, 'whole.jsonl'));
    const refusal = await run(['serve', path.join(folder, name), ...flags]).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UserError);
    expect(refusal).toMatchObject({ exitCode: 2, message: expect.stringMatching(sentence) as string });
    expect((refusal as UserError).message).not.toContain('\n');
  });

  it('refuses a port that is in use by name, with exit code 2', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { said, ended } = started([modern, '--port', String(port)]);
    expect(await ended).toEqual([2, null]);
    expect(said.out).toBe('');
    expect(said.err).toMatch(
      new RegExp(`^[^\\n]*Port ${port} on 127\\.0\\.0\\.1 is in use\\. Choose another one with --port[^\\n]*\\n$`),
    );
  });
});
