/**
 * Replays a finding: control, case, sign of life, and the verdict of the check that it is a finding of. It fails still
 * when a repeat fails too; where one of two runs fails it is flaky, and where the control fails nothing can be said.
 */
import { stillFailing } from '../checks/replay/still-failing.js';
import type { Case, Evidence } from '../case/case.js';
import type { Finding } from '../case/finding.js';
import { findingId } from '../case/finding-id.js';
import type { Verdict } from '../case/verdict.js';
import type { Check } from '../checks/check.js';
import { runControl, type FailedVerdict } from '../engine/confirm.js';
import { awaitRevival, isAlive } from '../engine/life.js';
import { Runner } from '../engine/runner.js';
import type { Exchange } from '../exchange/exchange.js';
import type { RecordedFinding } from '../recording/finding-lines.js';
import type { Recording } from '../recording/recording.js';
import type { Replay } from './context.js';
import { refusalOf } from './finding-leave.js';
import { judgeAgain, missingNeed } from './judge-again.js';
import { CannotRepeat, callersIn, scriptAgain } from './script-again.js';
import { endpointOf } from './wire-request.js';

export const STILL_FAILING = stillFailing.id;

const RUNS = 2;

export async function replayFinding(run: Replay, recording: Recording, found: RecordedFinding): Promise<void> {
  const { finding, evidence } = found;
  const what = finding.tool ?? checkIdOf(finding);
  const n = evidence.steps.flatMap(({ exchanges }) => exchanges.map((exchange) => exchange.n)).at(-1) ?? 1;
  const leave = (as: 'skipped' | 'unsafe', reason: string): void => run.tally.leaveOutOne(n, what, as, reason);
  const prepared = prepareCase(run, recording, found);
  if ('reason' in prepared) return leave(prepared.as, prepared.reason);
  try {
    const outcome = await doAgain(run, prepared, found);
    if ('reason' in outcome) return leave('skipped', outcome.reason);
    run.tally.compared(outcome.verdict === undefined ? 'fixed' : 'stillFailing');
    if (outcome.verdict !== undefined) tell(run, finding, outcome);
  } catch (error) {
    if (!(error instanceof CannotRepeat)) throw error;
    leave('skipped', error.message);
  }
}

interface Prepared {
  readonly check: Check;
  readonly case: Case;
  readonly runner: Runner;
}

/** A finding that is one because it failed still names the check that it fails. */
const checkIdOf = ({ check, of }: Finding): string => (check === STILL_FAILING ? (of ?? check) : check);

function prepareCase(
  run: Replay,
  recording: Recording,
  { finding, evidence, control }: RecordedFinding,
): Prepared | { readonly as: 'skipped' | 'unsafe'; readonly reason: string } {
  const { config, checks, target, state, clock, signal } = run.context;
  const id = checkIdOf(finding);
  const check = checks.find((one) => one.id === id);
  if (check === undefined) return { as: 'skipped', reason: `its check, ${id}, is not among those of this run` };
  const steps = [...(control?.steps ?? []), ...evidence.steps].map(({ step }) => step);
  const need = missingNeed(check, steps, config);
  if (need !== undefined) return { as: 'skipped', reason: need };
  const refusal = refusalOf({ check, evidence, control }, config, checks);
  if (refusal !== undefined) return { as: 'unsafe', reason: refusal };
  const callers = callersIn([control, evidence], run.callers);
  if ('missing' in callers) return { as: 'skipped', reason: callers.missing };
  const endpoint = { recorded: endpointOf(recording.header.target.name), now: target.path };
  const runner = new Runner({
    target,
    state,
    principals: [...callers.principals, ...config.principals],
    timeoutMs: config.timeoutMs,
    clock,
    signal,
    onExchange: (exchange: Exchange) => void run.tell(exchange),
  });
  const one: Case = {
    subject: evidence.subject,
    ...(control ? { control: scriptAgain(control, endpoint) } : {}),
    script: scriptAgain(evidence, endpoint),
  };
  return { check, case: one, runner };
}

type Outcome =
  | { readonly reason: string }
  | {
      /** undefined: it passed, so the finding is fixed. */
      readonly verdict: FailedVerdict | undefined;
      readonly evidence: Evidence;
      readonly control: Evidence | undefined;
      readonly seen?: string;
    };

async function doAgain(run: Replay, prepared: Prepared, { finding }: RecordedFinding): Promise<Outcome> {
  const { context } = run;
  const { check, case: one, runner } = prepared;
  const fresh = async () => {
    await context.state?.reset?.().catch(() => undefined);
  };
  await fresh();
  const control = await runControl(runner, one);
  if (control.broken !== undefined) return { reason: `its control fails: ${control.broken}` };
  const failures: { evidence: Evidence; verdict: FailedVerdict }[] = [];
  let last: Evidence | undefined;
  let runs = 0;
  while (runs < RUNS) {
    runs++;
    await fresh();
    const done = await runner.run(one.script, one.subject);
    const alive = await isAlive(context, runner, one.subject, done);
    const evidence = { ...done, alive };
    const verdict: Verdict = judgeAgain(check, evidence, context.config);
    if (context.signal.aborted) return { reason: 'the run was interrupted' };
    if (verdict.status === 'not-testable' || verdict.status === 'not-applicable') return { reason: verdict.reason };
    last = evidence;
    if (verdict.status === 'failed') failures.push({ evidence, verdict });
    if (!alive && !(await awaitRevival(context, runner, one.subject))) break;
    // What always failed and passes now is fixed; what failed sometimes is asked as often as may be.
    if (verdict.status === 'passed' && finding.confidence !== 'flaky' && failures.length === 0) break;
  }
  const shown = failures.at(-1);
  return {
    verdict: shown?.verdict,
    evidence: shown?.evidence ?? (last as Evidence),
    control: one.control && control.evidence,
    ...(shown === undefined || failures.length === runs ? {} : { seen: `${failures.length}/${runs}` }),
  };
}

function tell({ context }: Replay, recorded: Finding, outcome: Exclude<Outcome, { reason: string }>): void {
  const { verdict, evidence, control, seen } = outcome;
  if (verdict === undefined) return;
  const of = checkIdOf(recorded);
  const { era, transport, principal, tool, title, spec, kind, mutations } = recorded;
  const place = { check: STILL_FAILING, era, transport, principal, tool };
  const id = findingId({ ...place, signature: `${of} ${recorded.id}` });
  const finding: Finding = {
    ...place,
    id,
    of,
    level: 'declared',
    kind,
    confidence: seen === undefined ? 'confirmed' : 'flaky',
    title,
    expected: verdict.expected,
    received: verdict.received,
    spec,
    recording: context.recordingOf(id),
    reproduce: context.reproduceOf(id),
    ...(seen === undefined ? {} : { seen }),
    ...(mutations === undefined ? {} : { mutations }),
  };
  context.emit({ type: 'finding', finding, evidence, control });
}
