/** `probe`: every check of the catalogue that applies, or a recording judged by those that only look. */
import { Command } from 'commander';
import { probe } from '../engine/probe.js';
import { addRunOptions, addTargetOptions, type RunFlags, type TargetFlags } from './options.js';
import { probeRecording } from './probe-recording.js';
import { runCommand } from './run.js';

type ProbeFlags = RunFlags & TargetFlags & { readonly recording?: string };

export function probeCommand(): Command {
  const command = new Command('probe')
    .description(
      'Put every check that applies to a server, with hand-built requests: deterministic, quick, for every pull request.',
    )
    .option('--recording <file>', 'judge what was recorded by the checks that only look, and send nothing');
  return addRunOptions(addTargetOptions(command)).action(async (flags: ProbeFlags) => {
    if (flags.recording !== undefined) await probeRecording(flags.recording, flags);
    else await runCommand({ command: 'probe', flags, work: probe });
  });
}
