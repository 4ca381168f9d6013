import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { readRecording } from '../../src/recording/read.js';
import { CALL, exchangeOnce, recorder, requestText, RESULT, temporaryFolder, upstream } from './helpers.js';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const CALLS = 40;
/** Some of the calls fit on the disk, not all of them. */
const BIG_CALL = CALL.replace('"create_draft"', `"create_draft","arguments":{"body":"${'y'.repeat(4000)}"}`);

/** A file system of 64 KiB, where this machine lets us make one. */
function smallDisk(): string | undefined {
  const folder = path.join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

it('on a full disk every call is still answered, and it is told once', async ({ skip }) => {
  const disk = smallDisk();
  if (disk === undefined) skip('a small file system can be made by root on Linux only');
  const server = await upstream((request, response) => void request.resume().on('end', () => response.end(RESULT)));
  const proxy = await recorder(server.url, { folder: disk as string });
  for (let i = 0; i < CALLS; i++) {
    expect(await exchangeOnce(proxy.port, requestText({ body: BIG_CALL }))).toContain(RESULT);
  }
  await proxy.close();
  expect(proxy.failed).toBe(true);
  expect(proxy.problems).toEqual([expect.stringMatching(/could not be written any further: ENOSPC/) as string]);
  const { complete, exchanges } = readRecording(proxy.file);
  expect(complete).toBe(false);
  expect(exchanges.length).toBeGreaterThan(3);
  expect(exchanges.length).toBeLessThan(CALLS);
});

it.skipIf(process.platform === 'win32')(
  'a file that may not grow is told of once on stderr, no call hangs, and the exit code is not 0',
  async () => {
    const server = await upstream((request, response) => void request.resume().on('end', () => response.end(RESULT)));
    const program = [process.execPath, '--import', import.meta.resolve('tsx'), main, 'record', '--target', server.url];
    const args = ['--port', '0', '--name', 'tape', '--out', temporaryFolder()];
    // Blocks of 512 or 1024 bytes, as the shell has it. The loader of the test keeps its cache in memory.
    const child = spawn('bash', ['-c', 'ulimit -f 64; exec "$@"', 'bash', ...program, ...args], {
      env: { ...process.env, TSX_DISABLE_CACHE: '1', CI: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said += String(bytes)));
    const closed = once(child, 'close') as Promise<[number | null]>;
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number(/:(\d+)\//.exec(String(line))?.[1]);
    for (let i = 0; i < CALLS; i++) {
      expect(await exchangeOnce(port, requestText({ body: BIG_CALL }))).toContain(RESULT);
    }
    child.kill('SIGTERM');
    const [code] = await closed;
    expect(code).toBe(1);
    expect(said.match(/could not be written any further: EFBIG/g)).toHaveLength(1);
  },
);
