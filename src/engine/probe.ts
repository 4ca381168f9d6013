/**
 * The examination: every check that applies, in each era that the server speaks, with hand-built requests.
 *
 * 1. The survey finds eras, callers and tools (survey.ts).
 * 2. Each check plans its cases; a case runs after its control has held, from a fresh state.
 * 3. A failed verdict is confirmed (confirm.ts) before it is told as a finding.
 * 4. Checks that look at every case, and those that look at every exchange, are judged along the way and confirmed
 *    in the end.
 */
import type { Case, Evidence, Subject } from '../case/case.js';
import type { CheckRow, Finding } from '../case/finding.js';
import type { Check, Knowledge } from '../checks/check.js';
import type { Verdict } from '../case/verdict.js';
import { judgedExchange } from '../checks/kit/judge.js';
import { isReadOnly } from '../checks/kit/tools.js';
import { ERAS, type Era } from '../mcp/eras.js';
import { isObject } from '../mcp/json-rpc.js';
import { confirm, runControl, type Suspicion } from './confirm.js';
import type { EngineContext } from './context.js';
import type { RunVerdict } from './events.js';
import { awaitRevival, isAlive } from './life.js';
import { PassiveChecks, resend } from './passive.js';
import { rowOf, Rows } from './rows.js';
import { Runner } from './runner.js';
import { survey } from './survey.js';
import { faultKey, signatureOf, tellFinding } from './tell-finding.js';
import { timelineOf } from './timeline.js';

interface Probe {
  readonly context: EngineContext;
  readonly runner: Runner;
  readonly known: Knowledge;
  readonly rows: Rows;
  readonly passive: PassiveChecks;
  /** What cases with the same key brought, and whether controls with the same key held. */
  readonly runs: Map<string, Evidence>;
  readonly controls: Map<string, string | undefined>;
  /** Faults that were confirmed or dismissed already. */
  readonly told: Set<string>;
  gone: boolean;
}

const GONE = 'the server is gone and was not started again';
const DIED = 'the server died of the request: robust.crash tells that';

/** Runs a probe to its end; every result is an event. */
export async function probe(context: EngineContext): Promise<RunVerdict> {
  let n = 0;
  let known: Knowledge | undefined;
  const passive = new PassiveChecks(context.checks);
  const runner = new Runner({
    target: context.target,
    state: context.state,
    principals: context.config.principals,
    timeoutMs: context.config.timeoutMs,
    clock: context.clock,
    signal: context.signal,
    onExchange: (exchange) => {
      context.emit({ type: 'exchange', exchange: { ...exchange, n: ++n } });
      passive.look(exchange, known);
    },
  });
  const found = await survey(context, runner);
  if ('verdict' in found) return context.signal.aborted ? { kind: 'interrupted' } : found.verdict;
  known = found.known;
  const run: Probe = {
    context,
    runner,
    known,
    rows: new Rows(),
    passive,
    runs: new Map(),
    controls: new Map(),
    told: new Set(),
    gone: false,
  };
  for (const era of ERAS) {
    for (const check of context.checks) await examine(run, check, era);
  }
  await confirmPassive(run);
  const rows = run.rows.all();
  for (const row of rows) context.emit({ type: 'check-judged', row });
  return verdictOf(context, rows);
}

function verdictOf({ signal }: EngineContext, rows: readonly CheckRow[]): RunVerdict {
  if (signal.aborted) return { kind: 'interrupted' };
  const judged = rows.some(({ status }) => status === 'passed' || status === 'failed');
  return judged ? { kind: 'tested' } : { kind: 'inconclusive', reason: 'no check reached a verdict' };
}

/** One check in one era. */
async function examine(run: Probe, check: Check, era: Era): Promise<void> {
  const { context, known } = run;
  if (context.signal.aborted || !check.plan || !check.eras.includes(era) || !(context.eras?.includes(era) ?? true))
    return;
  const subject: Subject = { era, transport: known.transport };
  const leave = (status: 'not-applicable' | 'not-testable', reason: string): void =>
    run.rows.add(rowOf(check, subject, { status, reason }));
  if (!check.transports.includes(known.transport))
    return leave('not-applicable', `it does not exist on ${known.transport}`);
  if (!known.eras[era] && !check.everyEra) return leave('not-applicable', `the server does not speak the ${era} era`);
  if (run.gone) return leave('not-testable', GONE);
  if (context.config.passive && check.safety !== 'read-only')
    return leave('not-testable', 'passive: nothing is sent that a tool could act on');
  context.emit({ type: 'check-started', id: check.id, era });
  const plan = check.plan(era, known);
  if (!('cases' in plan)) return leave(plan.status, plan.reason);
  for (const { principal, tool, reason } of plan.leftOut ?? []) {
    run.rows.add(rowOf(check, { ...subject, principal, tool }, { status: 'not-testable', reason }));
  }
  for (const one of plan.cases) {
    if (context.signal.aborted || run.gone) break;
    await runCase(run, check, one);
  }
}

/** Control, case, sign of life, verdict, confirmation. */
async function runCase(run: Probe, check: Check, one: Case): Promise<void> {
  const { context } = run;
  const broken = await controlOnce(run, one);
  if (broken !== undefined) {
    run.rows.add(rowOf(check, one.subject, { status: 'not-testable', reason: broken }));
    return;
  }
  const evidence = await evidenceOf(run, one);
  if (check.timeline) context.emit({ type: 'timeline', timeline: timelineOf(check.id, evidence) });
  const judge = (of: Evidence): Verdict =>
    check.judge?.(of, { config: context.config }) ?? { status: 'not-applicable', reason: 'it judges no case' };
  await judgeEveryCase(run, check, one, evidence);
  if (evidence.alive === false && judgedExchange(evidence)?.response === undefined)
    run.rows.add(rowOf(check, one.subject, { status: 'not-testable', reason: DIED }));
  else await settle(run, check, one, evidence, judge);
}

/** Files a verdict; a failed one after its confirmation, and the same fault in the same place once. */
async function settle(
  run: Probe,
  check: Check,
  one: Case,
  evidence: Evidence,
  judge: (of: Evidence) => Verdict,
): Promise<void> {
  const verdict = judge(evidence);
  if (verdict.status !== 'failed') {
    run.rows.add(rowOf(check, one.subject, verdict));
    return;
  }
  const fact = faultKey(check, one.subject, signatureOf(verdict));
  if (run.told.has(fact)) return;
  run.told.add(fact);
  const confirmed = await confirm(run.context, run.runner, one, { evidence, verdict } satisfies Suspicion, judge);
  if (confirmed.kind === 'dismissed') {
    run.rows.add(rowOf(check, one.subject, { status: 'not-testable', reason: confirmed.reason }));
    return;
  }
  if (confirmed.isGone) run.gone = true;
  const finding = tellFinding(run.context, check, confirmed);
  run.rows.add(findingRow(rowOf(check, one.subject, confirmed.suspicion.verdict), finding));
}

/** Only what is confirmed and graded as a finding makes a row red; all else is a pass that says what was seen. */
function findingRow(row: CheckRow, finding: Finding | undefined): CheckRow {
  if (finding === undefined) return { ...row, status: 'passed' };
  if (finding.confidence === 'confirmed' && finding.level !== 'divergence')
    return { ...row, recording: finding.recording };
  const how =
    finding.confidence === 'confirmed'
      ? finding.level
      : `${finding.confidence}${finding.seen ? ` ${finding.seen}` : ''}`;
  return { ...row, status: 'passed', reason: `${how}: ${row.reason}`, recording: finding.recording };
}

const freshState = async ({ state }: EngineContext): Promise<void> => state?.reset?.().catch(() => undefined);

/** Whether a case calls a tool that may write: what stands in the storage may then decide what comes of it. */
const mayWrite = ({ subject: { definition } }: Case): boolean =>
  isObject(definition) && !isReadOnly({ name: '', definition });

async function controlOnce(run: Probe, one: Case): Promise<string | undefined> {
  const { controlKey } = one;
  if (controlKey !== undefined && run.controls.has(controlKey)) return run.controls.get(controlKey);
  if (one.control) await freshState(run.context);
  const { broken } = await runControl(run.runner, one);
  if (controlKey !== undefined) run.controls.set(controlKey, broken);
  return broken;
}

async function evidenceOf(run: Probe, one: Case): Promise<Evidence> {
  const known = one.key === undefined ? undefined : run.runs.get(one.key);
  if (known) return known;
  const { context, runner } = run;
  if (mayWrite(one)) await freshState(context);
  const ran = await runner.run(one.script, one.subject);
  const alive = await isAlive(context, runner, one.subject, ran);
  const evidence = { ...ran, alive };
  if (one.key !== undefined) run.runs.set(one.key, evidence);
  return evidence;
}

/** The checks that look at every case: crash, hang, 5xx, forbidden state. */
async function judgeEveryCase(run: Probe, check: Check, one: Case, evidence: Evidence): Promise<void> {
  const faulty = check.safety === 'refused';
  // What a server makes of an era that it does not speak is judged by the check that asks for it, and by no other.
  for (const every of run.known.eras[one.subject.era] ? run.context.checks : []) {
    if (!every.onEveryCase || every.id === check.id || (every.onEveryCase === 'faulty' && !faulty)) continue;
    if (!every.transports.includes(run.known.transport)) continue;
    const verdict = every.judge?.(evidence, { config: run.context.config });
    if (!verdict || verdict.status === 'not-testable' || verdict.status === 'not-applicable') continue;
    // A pass belongs to the era as a whole; only a failure names caller and tool.
    const { era, transport } = one.subject;
    if (verdict.status === 'passed') run.rows.add(rowOf(every, { era, transport }, { status: 'passed' }));
    else await settle(run, every, one, evidence, (of) => every.judge?.(of, { config: run.context.config }) ?? verdict);
  }
  if (evidence.alive === false && !run.gone) run.gone = !(await awaitRevival(run.context, run.runner, one.subject));
}

/** Sends again what failed a check that only looks, and tells what fails again. */
async function confirmPassive(run: Probe): Promise<void> {
  for (const { check, subject, passes, failure } of run.passive.all()) {
    if (run.context.signal.aborted) return;
    // The survey and a few checks speak to an era that the server may not have: no rule of it holds there.
    if (!run.known.eras[subject.era] || !(run.context.eras?.includes(subject.era) ?? true)) continue;
    if (!failure) {
      if (passes > 0) run.rows.add(rowOf(check, subject, { status: 'passed' }));
      continue;
    }
    const one = resend(failure.exchange, subject);
    const judge = (of: Evidence): Verdict => check.judge?.(of, { config: run.context.config }) ?? failure.verdict;
    const evidence = await evidenceOf(run, one);
    await settle(run, check, one, evidence, judge);
  }
}
