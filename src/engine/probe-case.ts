/** One case of a probe, from its control to its row in the report. */
import type { Case, Evidence } from '../case/case.js';
import type { CheckRow, Finding } from '../case/finding.js';
import type { Verdict } from '../case/verdict.js';
import type { Check, Knowledge } from '../checks/check.js';
import { judgedExchange } from '../checks/kit/judge.js';
import { isReadOnly } from '../checks/kit/tools.js';
import { isObject } from '../mcp/json-rpc.js';
import { confirm, runControl, type Suspicion } from './confirm.js';
import type { EngineContext } from './context.js';
import { awaitRevival, isAlive } from './life.js';
import type { PassiveChecks } from './passive.js';
import { rowOf, type Rows } from './rows.js';
import type { Runner } from './runner.js';
import { faultKey, signatureOf, tellFinding } from './tell-finding.js';
import { timelineOf } from './timeline.js';

export interface Probe {
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

const DIED = 'the server died of the request: robust.crash tells that';

/** Control, case, sign of life, verdict, confirmation. */
export async function runCase(run: Probe, check: Check, one: Case): Promise<void> {
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
export async function settle(
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

export async function evidenceOf(run: Probe, one: Case): Promise<Evidence> {
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
