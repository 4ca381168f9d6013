import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandEntry } from '../../src/cli/commands.js';
import { addRunOptions, addTargetOptions, type RunFlags, type TargetFlags } from '../../src/cli/options.js';
import { run } from '../../src/cli/program.js';
import { TOOL } from '../../src/version.js';

/** A command that keeps the flags it was given. */
function spy() {
  const seen: (TargetFlags & RunFlags)[] = [];
  const entry: CommandEntry = {
    name: 'probe',
    summary: 'test',
    load: () =>
      Promise.resolve(
        addRunOptions(addTargetOptions(new Command('probe'))).action(
          (flags: TargetFlags & RunFlags) => void seen.push(flags),
        ),
      ),
  };
  const plain: CommandEntry = {
    name: 'inspect',
    summary: 'test',
    load: () => Promise.resolve(new Command('inspect').argument('<file>')),
  };
  return { seen, run: (...args: string[]) => run(args, [entry, plain]) };
}

describe('the command line', () => {
  it('is read into flags, and whatever follows -- is the command of the target', async () => {
    const { seen, run } = spy();
    await run(
      'probe',
      '--header',
      'A: b',
      '--header',
      'C: d',
      '--check',
      'header., list.order',
      '--skip',
      'x',
      '--seed',
      '7',
      '--no-color',
      '--',
      'node',
      's.mjs',
      '--target',
      '--',
      'x',
    );
    expect(seen).toEqual([
      {
        header: ['A: b', 'C: d'],
        check: ['header.', 'list.order'],
        skip: ['x'],
        seed: 7,
        color: false,
        out: '.shakedown/',
        failOn: 'declared',
        command: ['node', 's.mjs', '--target', '--', 'x'],
      },
    ]);
  });

  it.each([
    [[], 'No command was given; "mcp-shakedown --help" lists them.'],
    [['porbe'], 'There is no command named "porbe". There are: probe, inspect. Did you mean probe?'],
    [
      ['--junit', 'x'],
      'Unknown flag --junit for mcp-shakedown; the flags of a command come after it, as in mcp-shakedown probe --target URL.',
    ],
    [['probe', '--tagret', 'x'], 'Unknown flag --tagret for probe; the nearest known one is --target.'],
    [
      ['probe', '--dashboard'],
      expect.stringMatching(/^Unknown flag --dashboard for probe; the nearest known one is --/),
    ],
    [
      ['probe', '--era', 'moderm'],
      expect.stringMatching(
        /argument 'moderm' is invalid\. Expected one of legacy, modern, both; the nearest is modern\.$/,
      ),
    ],
    [
      ['probe', '--fail-on', 'shuold'],
      expect.stringMatching(/Expected one of must, declared, should, heuristic; the nearest is should\.$/),
    ],
    [['probe', '--seed', '-1'], expect.stringMatching(/Expected a whole number/)],
    [['probe', '--target'], expect.stringMatching(/^Option '--target <url>' argument missing\.$/)],
    [['probe', 'extra'], expect.stringMatching(/^Too many arguments for 'probe'/)],
    [['inspect'], "Missing required argument 'file'."],
    [['inspect', 'f', '--', 'node'], 'inspect needs no target, so nothing can follow --.'],
  ])('%j is refused in one sentence', async (args, message) => {
    await expect(spy().run(...args)).rejects.toMatchObject({ name: 'UserError', exitCode: 2, message });
  });
});

describe('every command', () => {
  it.each(COMMANDS.map(({ name, load }) => [name, load] as const))(
    '%s is what it is called, and describes itself',
    async (name, load) => {
      const command = await load();
      expect(command.name()).toBe(name);
      expect(command.description()).not.toBe('');
      for (const { description } of command.options) expect(description).not.toBe('');
    },
  );
});

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

const start = (args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', main, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });

describe('the program', () => {
  it('prints its version', async () => {
    expect(await start(['--version'])).toEqual({ code: 0, stdout: `${TOOL.version}\n`, stderr: '' });
  });

  it('prints help that lists every command and every exit code', async () => {
    const { code, stdout } = await start(['--help']);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} .*${summary}`, 'm'));
    for (const exit of [0, 1, 2, 3, 4, 130]) expect(stdout).toMatch(new RegExp(`^  ${exit} +\\w`, 'm'));
  });

  it('answers a mistake with one line on stderr and exit code 2', async () => {
    expect(await start(['no-such-command'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^mcp-shakedown: There is no command named "no-such-command"\. [^\n]*\n$/,
      ) as string,
    });
  });
});
