/**
 * From a suspicion to a finding: the control must hold, and the case must fail again, twice, each from a fresh state.
 * Where the control fails too, the harness or the server's state is to blame, and nothing is reported.
 */
import type { Case, Evidence } from '../case/case.js';
import type { Confidence } from '../case/finding.js';
import type { Verdict } from '../case/verdict.js';
import type { Exchange } from '../exchange/exchange.js';
import type { EngineContext } from './context.js';
import { awaitRevival, isAlive } from './life.js';
import type { Runner } from './runner.js';

const REPEATS = 2;

export type FailedVerdict = Extract<Verdict, { status: 'failed' }>;

export interface Suspicion {
  readonly evidence: Evidence;
  readonly verdict: FailedVerdict;
}

export type Confirmation =
  | {
      readonly kind: 'finding';
      readonly confidence: Confidence;
      /** `2/3` where it did not always show. */
      readonly seen?: string;
      readonly suspicion: Suspicion;
      readonly control: Evidence | undefined;
    }
  | { readonly kind: 'dismissed'; readonly reason: string };

/** The exchange that breaks a control, where one does. */
export const brokenControl = ({ steps }: Evidence): Exchange | undefined =>
  steps.flatMap(({ step, exchanges }) =>
    step.do === 'send' && step.label === 'control' ? exchanges.filter(({ outcome }) => outcome !== 'ok') : [],
  )[0];

/** Runs a control from a fresh state; gives the reason where it does not hold. */
export async function runControl(
  runner: Runner,
  one: Case,
): Promise<{ readonly evidence: Evidence; readonly broken?: string }> {
  const { control, subject } = one;
  if (!control) return { evidence: { subject, steps: [] } };
  const evidence = await runner.run(control, subject);
  if (evidence.failure !== undefined) return { evidence, broken: evidence.failure };
  const exchange = brokenControl(evidence);
  if (!exchange) return { evidence };
  const status = exchange.response?.status;
  return {
    evidence,
    broken: `its control, the same request unchanged, ended ${exchange.outcome}${status === undefined ? '' : ` with HTTP ${status}`}`,
  };
}

/** Repeats the case from a fresh state and asks the judge again. */
export async function confirm(
  context: EngineContext,
  runner: Runner,
  one: Case,
  first: Suspicion,
  judge: (evidence: Evidence) => Verdict,
): Promise<Confirmation> {
  const fresh = async () => {
    await context.state?.reset?.().catch(() => undefined);
  };
  await fresh();
  const control = await runControl(runner, one);
  if (control.broken !== undefined) return { kind: 'dismissed', reason: control.broken };
  let suspicion = first;
  let failed = 1;
  for (let i = 0; i < REPEATS; i++) {
    if (context.signal.aborted) break;
    await fresh();
    const run = await runner.run(one.script, one.subject);
    const alive = await isAlive(context, runner, one.subject);
    const evidence = { ...run, alive };
    const verdict = judge(evidence);
    if (!alive && !(await awaitRevival(context, runner, one.subject))) {
      // The server did not come back, so no repeat can tell more than this one did.
      return {
        kind: 'finding',
        confidence: 'confirmed',
        suspicion: verdict.status === 'failed' ? { evidence, verdict } : first,
        control: one.control && control.evidence,
      };
    }
    if (verdict.status === 'failed') {
      failed++;
      suspicion = { evidence, verdict };
    }
  }
  const all = failed === REPEATS + 1;
  return {
    kind: 'finding',
    confidence: all ? 'confirmed' : 'flaky',
    ...(all ? {} : { seen: `${failed}/${REPEATS + 1}` }),
    suspicion,
    control: one.control && control.evidence,
  };
}
