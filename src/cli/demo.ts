/** `demo`: the whole story on the bundled drafts server; nothing has to be given, started or configured. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { demo } from '../demo/demo.js';
import type { RunEngine } from '../demo/stage.js';
import { makeFolder } from '../recording/journal.js';
import { palette, wantsColour } from '../report/terminal/palette.js';
import { EXIT_CODES } from './exit-codes.js';
import { runEngine } from './run.js';

interface DemoFlags {
  readonly out: string;
  readonly seed: number;
  readonly color: boolean;
  readonly quiet?: boolean;
}

/** Finds the planted fault in few cases; any other shows another way there. */
const SEED_DEFAULT = 3;
const PATIENCE_MS = 100;
const SETTLE_MS = 700;

const warn = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** Engine runs as the commands make them, into a folder of the demo's. */
export const runInto: RunEngine = ({ command, config, work, checks, listener }, out, seed) =>
  runEngine(
    {
      command,
      config,
      work,
      flags: { out, seed, failOn: 'declared', quiet: true, color: false, ...(checks ? { check: checks } : {}) },
      ...(listener ? { listener } : {}),
    },
    warn,
  );

const folderName = (now = new Date()): string =>
  `demo-${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(2).toString('hex')}`;

function seed(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('Expected a whole number of at most 15 digits.');
}

export function demoCommand(stdout: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stdout): Command {
  return new Command('demo')
    .description('The whole story on the bundled drafts server: no target, no configuration, under a minute.')
    .option('--out <folder>', 'where its folder of recordings goes', '.shakedown/')
    .option('--seed <number>', 'other generated requests', seed, SEED_DEFAULT)
    .option('--no-color', 'no colours')
    .option('--quiet', 'the summary alone')
    .action(async ({ out, seed, color, quiet = false }: DemoFlags) => {
      const folder = path.join(out, folderName());
      makeFolder(folder);
      const isWhole = await demo({
        folder,
        seed,
        patienceMs: PATIENCE_MS,
        settleMs: SETTLE_MS,
        runEngine: runInto,
        palette: palette(wantsColour(stdout, process.env, !color)),
        write: (text) => void stdout.write(text),
        quiet,
      });
      process.exitCode = isWhole ? EXIT_CODES.clean : EXIT_CODES.findings;
    });
}
