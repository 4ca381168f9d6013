/** A write is late only where its caller had left well before the usual end of the call. */
import { expect, test } from 'vitest';
import { lateWrite } from '../../../src/checks/cancel/late-write.js';
import type { DoneStep, Evidence, Step } from '../../../src/case/case.js';
import { anExchange, aRequest, result } from '../../engine/samples.js';
import { aConfig } from '../../engine/run.js';

const done = (step: Step, atMs: number, more: Partial<DoneStep> = {}): DoneStep => ({
  step,
  atMs,
  exchanges: [],
  ...more,
});

/** A call that usually takes 300 ms, given up after so long. */
function abandoned({ afterMs, states }: { afterMs: number; states: readonly [unknown, unknown] }): Evidence {
  const request = aRequest();
  const usual = { ...anExchange(request, result()), durationMs: 300 };
  const left = { ...anExchange(request), outcome: 'aborted-by-client' as const };
  const send = (label: string): Step => ({ do: 'send', label, as: 'writer', era: 'modern', request });
  return {
    subject: { era: 'modern', transport: 'http', tool: 'create_draft' },
    steps: [
      done(send('usual'), 0, { exchanges: [usual] }),
      done({ do: 'read-state', label: 'before' }, 310, { state: states[0] }),
      done(send('case'), 320),
      done({ do: 'abandon', label: 'case' }, 320 + afterMs),
      done({ do: 'read-state', label: 'after' }, 1500, { state: states[1] }),
      done({ do: 'settle', label: 'case' }, 1501, { exchanges: [left] }),
    ],
  };
}
const judged = (evidence: Evidence) => lateWrite.judge?.(evidence, { config: aConfig({ tools: {} }) });

test('a write that lands after its caller has left is a failure', () => {
  expect(judged(abandoned({ afterMs: 100, states: [0, 1] }))).toMatchObject({
    status: 'failed',
    received: 'the storage went from 0 to 1',
  });
});

test('no write passes', () => {
  expect(judged(abandoned({ afterMs: 100, states: [0, 0] }))).toMatchObject({ status: 'passed' });
});

test('a call that its owner knows to be shorter than was measured is held to what the owner knows', () => {
  const tools = { create_draft: { run: true, slowMs: 120, dedupeBy: [] } };
  const evidence = abandoned({ afterMs: 100, states: [0, 1] });
  expect(lateWrite.judge?.(evidence, { config: aConfig({ tools }) })).toMatchObject({ status: 'not-testable' });
});

test('a caller who left only towards the end of the call proves nothing, as the write may have been under way', () => {
  expect(judged(abandoned({ afterMs: 290, states: [0, 1] }))).toMatchObject({ status: 'not-testable' });
});
