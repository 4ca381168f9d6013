import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { demoTokens } from '../../examples/drafts-server/index.js';
import { demoCommand } from '../../src/cli/demo.js';
import { run } from '../../src/cli/program.js';
import { readRecording } from '../../src/recording/read.js';
import { scratch } from '../demo/stage.js';
import { stableDemo } from '../demo/stable.js';
import { expectGolden } from '../golden/golden.js';

/** The command as it runs with its stdout in a pipe. */
async function demo(...args: string[]): Promise<{ exitCode: number; text: string }> {
  const stdout = new PassThrough({ encoding: 'utf8' });
  onTestFinished(() => void (process.exitCode = undefined));
  await demoCommand(stdout as unknown as NodeJS.WriteStream).parseAsync(args, { from: 'user' });
  return { exitCode: Number(process.exitCode), text: (stdout.read() as string | null) ?? '' };
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

test(
  'tells the whole story, in files that only their owner can read and that hold no credential',
  { timeout: 120_000 },
  async () => {
    const out = scratch();
    const { exitCode, text } = await demo('--out', out);
    expectGolden('demo', { exitCode, text: stableDemo(text) });
    expect(text.split('\n').filter((line) => Array.from(line).length > 100 && !line.includes(out))).toEqual([]);
    // Plain in a pipe: no escape of any kind.
    expect(text).not.toContain('\u001b');

    const [name = ''] = readdirSync(out);
    expect(statSync(path.join(out, name)).mode & 0o777).toBe(0o700);
    const files = filesUnder(out);
    for (const file of files) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const content = readFileSync(file, 'utf8');
      for (const token of Object.values(demoTokens)) expect(content).not.toContain(token);
    }
    const session = readRecording(path.join(out, name, 'session.jsonl'));
    expect(session.complete).toBe(true);
    expect(session.exchanges.map(({ outcome }) => outcome)).toContain('aborted-by-client');
  },
);

test('takes no target', async () => {
  await expect(run(['demo', '--target', 'http://127.0.0.1:1/mcp'])).rejects.toMatchObject({ exitCode: 2 });
});

test('a seed that is no number is one sentence', async () => {
  await expect(run(['demo', '--seed', 'x'])).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('whole number') as string,
  });
});
