/**
 * From a suspicion to a finding: the control must hold, and the case must fail again, twice, each from a fresh state.
 * Where the control fails too, the harness or the server's state is to blame, and nothing is reported.
 */
import type { Case, Evidence, Script } from '../case/case.js';
import type { Confidence } from '../case/finding.js';
import type { Verdict } from '../case/verdict.js';
import type { Exchange } from '../exchange/exchange.js';
import { comparedStates } from '../checks/kit/state.js';
import { readState, reset, wait } from '../checks/kit/steps.js';
import type { EngineContext } from './context.js';
import { awaitRevival, isAlive } from './life.js';
import type { Runner } from './runner.js';

const REPEATS = 2;
/** A repeat that comes to no verdict is made again, so often in all. */
const ATTEMPTS_MAX = 5;

/** A clock that shows seconds ticks within it. */
const CLOCK_TICK_MS = 1100;

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
      /** The server did not come back. */
      readonly isGone?: true;
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

/** Whether the verdict rests on the server being gone, and on nothing that it answered. */
const isAboutLife = (evidence: Evidence, judge: (evidence: Evidence) => Verdict): boolean =>
  judge({ ...evidence, alive: true }).status !== 'failed';

/**
 * A changed storage is laid to a call only where it stays the same for as long with no call at all: a clock in it, or a
 * late effect of an earlier call, changes it as well.
 */
async function movesByItself(context: EngineContext, runner: Runner, { evidence }: Suspicion): Promise<boolean> {
  const readings = evidence.steps.filter(({ step }) => step.do === 'read-state');
  const spanMs = (readings.at(-1)?.atMs ?? 0) - (readings[0]?.atMs ?? 0);
  const script: Script = function* () {
    yield* wait(context.state?.settleMs ?? 0, 'what was called before may have late effects');
    yield* reset();
    yield* readState('noise');
    yield* wait(Math.max(spanMs, CLOCK_TICK_MS), 'no call is made');
    yield* readState('quiet');
  };
  const quiet = await runner.run(script, evidence.subject);
  return comparedStates(quiet, 'noise', 'quiet')?.same === false;
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
  if (first.evidence.alive === false && !(await awaitRevival(context, runner, one.subject))) {
    // The server did not come back, so no repeat can tell more than this one did.
    const confidence = isAboutLife(first.evidence, judge) ? 'confirmed' : 'unconfirmed';
    return { kind: 'finding', confidence, suspicion: first, control: undefined, isGone: true };
  }
  await fresh();
  const control = await runControl(runner, one);
  if (control.broken !== undefined) return { kind: 'dismissed', reason: control.broken };
  if (first.verdict.state?.same === false && (await movesByItself(context, runner, first)))
    return { kind: 'dismissed', reason: 'the state changes with no call at all, so that a change proves nothing' };
  let suspicion = first;
  let [judged, failed] = [1, 1];
  for (let i = 0; i < ATTEMPTS_MAX && judged <= REPEATS; i++) {
    if (context.signal.aborted) break;
    await fresh();
    const run = await runner.run(one.script, one.subject);
    const alive = await isAlive(context, runner, one.subject, run);
    const evidence = { ...run, alive };
    const verdict = judge(evidence);
    if (!alive && !(await awaitRevival(context, runner, one.subject))) {
      return {
        kind: 'finding',
        confidence: verdict.status === 'failed' ? 'confirmed' : 'unconfirmed',
        suspicion: verdict.status === 'failed' ? { evidence, verdict } : first,
        control: one.control && control.evidence,
        isGone: true,
      };
    }
    if (verdict.status === 'failed' || verdict.status === 'passed') judged++;
    if (verdict.status === 'failed') {
      failed++;
      suspicion = { evidence, verdict };
    }
  }
  const all = failed === judged;
  return {
    kind: 'finding',
    confidence: !all ? 'flaky' : judged > REPEATS ? 'confirmed' : 'unconfirmed',
    ...(all ? {} : { seen: `${failed}/${judged}` }),
    suspicion,
    control: one.control && control.evidence,
  };
}
