/** `probe --recording F`: judges what was recorded, and sends nothing. */
import { CHECKS } from '../checks/list.js';
import type { Config } from '../config/config.js';
import type { Listener } from '../engine/events.js';
import { judgeRecording } from '../engine/judge-recording.js';
import { readRecording } from '../recording/read.js';
import { ReportBuilder } from '../report/build.js';
import type { RunFlags } from './options.js';
import { selectChecks } from './select-checks.js';
import { tellStory } from './tell-story.js';

/** What a recording is judged by: no target, no callers, nothing graded down. */
export const RECORDING_CONFIG: Config = {
  target: { kind: 'http', url: '' },
  principals: [],
  allowWrites: false,
  passive: true,
  tools: {},
  forbid: [],
  volatile: [],
  redact: { headers: [], json: [] },
  timeoutMs: 0,
  expect: {},
  insecure: false,
  unused: [],
};

export async function probeRecording(file: string, flags: RunFlags): Promise<void> {
  const startedAt = performance.now();
  const { header, exchanges } = readRecording(file);
  const builder = new ReportBuilder({ failOn: flags.failOn });
  const emit: Listener = builder.listen;
  emit({
    type: 'run-started',
    command: 'probe',
    at: new Date().toISOString(),
    seed: flags.seed ?? 0,
    target: header.target,
  });
  const verdict = judgeRecording(
    {
      config: RECORDING_CONFIG,
      checks: selectChecks(CHECKS, flags),
      emit,
      recordingOf: () => file,
      reproduceOf: () => `mcp-shakedown probe --recording ${file}`,
    },
    exchanges,
  );
  emit({ type: 'run-finished', verdict, durationMs: performance.now() - startedAt });
  await tellStory(builder.story(), flags);
}
