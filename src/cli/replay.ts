/** `replay`: sends what was recorded again, and compares. */
import { Command } from 'commander';
import { readRecording } from '../recording/read.js';
import { replay } from '../replay/replay.js';
import { findRecording } from './find-recording.js';
import { addRunOptions, addTargetOptions, type RunFlags, type TargetFlags } from './options.js';
import { runCommand } from './run.js';

/** A caller that was chosen by hand stands for all of the recording's. */
const standIn = ({ principal, header }: TargetFlags): string | undefined =>
  principal ?? (header !== undefined && header.length > 0 ? 'caller' : undefined);

export function replayCommand(): Command {
  const command = new Command('replay')
    .description(
      'Send recordings again and compare the answers; a finding, by its file or its id, is judged by its check again.',
    )
    .argument('<recording...>', 'recordings (.jsonl), or ids of findings (F-7Q2K00) under --out');
  return addRunOptions(addTargetOptions(command)).action(
    async (names: readonly string[], flags: RunFlags & TargetFlags) => {
      const recordings = names.map((name) => readRecording(findRecording(name, flags.out)));
      const caller = standIn(flags);
      const options = caller === undefined ? {} : { standIn: caller };
      await runCommand({ command: 'replay', flags, work: (context) => replay(context, recordings, options) });
    },
  );
}
