import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const module = new URL('../../src/cli/interrupt.ts', import.meta.url).href;
const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** A program that listens for signals, and what it prints once it does. */
async function started(body: string) {
  const program = `import { interruption } from ${JSON.stringify(module)};
    const stay = setInterval(() => {}, 1000);
    const { signal, dispose } = interruption();
    ${body}
    console.log('ready');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const said: string[] = [];
  child.stdout.on('data', (bytes: Buffer) => said.push(String(bytes)));
  await once(child.stdout, 'data');
  return { child, ended, said };
}

describe.skipIf(process.platform === 'win32')('an interruption', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('by %s lets the run finish, and ends in 130', async (name) => {
    const { child, ended, said } = await started(
      `signal.addEventListener('abort', () => { console.log('finishing'); dispose(); clearInterval(stay); });`,
    );
    child.kill(name);
    expect(await ended).toEqual([130, null]);
    expect(said.join('')).toBe('ready\nfinishing\n');
  });

  it('that comes twice ends the process at once', async () => {
    const { child, ended } = await started(`signal.addEventListener('abort', () => console.log('finishing'));`);
    child.kill('SIGINT');
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
  });
});

describe('a reader of stdout that has gone', () => {
  it('is no fault', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', main, 'checks'], { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout.destroy();
    const said: string[] = [];
    child.stderr.on('data', (bytes: Buffer) => said.push(String(bytes)));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said.join('')).toBe('');
  });
});
