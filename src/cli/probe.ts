/** `probe`: every check of the catalogue that applies. */
import { Command } from 'commander';
import { probe } from '../engine/probe.js';
import { addRunOptions, addTargetOptions, type RunFlags, type TargetFlags } from './options.js';
import { runCommand } from './run.js';

export function probeCommand(): Command {
  const command = new Command('probe').description(
    'Put every check that applies to a server, with hand-built requests: deterministic, quick, for every pull request.',
  );
  return addRunOptions(addTargetOptions(command)).action(async (flags: RunFlags & TargetFlags) => {
    await runCommand({ command: 'probe', flags, work: probe });
  });
}
