/** `fuzz`: a seeded campaign of generated requests. */
import { Command, Option } from 'commander';
import { fuzz } from '../engine/fuzz.js';
import { addRunOptions, addTargetOptions, wholeNumber, type RunFlags, type TargetFlags } from './options.js';
import { runCommand } from './run.js';

const RUNS_DEFAULT = 400;
const RUNS_MAX = 100_000_000;

export function fuzzCommand(): Command {
  const command = new Command('fuzz')
    .description(
      'Generate requests out of the advertised schemas and the protocol, see where server and specification part, and shrink what was found.',
    )
    .addOption(
      new Option('--runs <number>', 'cases in all, not per tool')
        .argParser(wholeNumber(1, RUNS_MAX))
        .default(RUNS_DEFAULT),
    );
  return addRunOptions(addTargetOptions(command)).action(async (flags: RunFlags & TargetFlags & { runs: number }) => {
    await runCommand({ command: 'fuzz', flags, work: (context) => fuzz(context, { runs: flags.runs }) });
  });
}
