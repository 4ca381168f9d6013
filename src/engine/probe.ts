/**
 * The examination: every check that applies, in each era that the server speaks, with hand-built requests.
 *
 * 1. The survey finds eras, callers and tools (survey.ts).
 * 2. Each check plans its cases; a case runs after its control has held, from a fresh state.
 * 3. A failed verdict is confirmed (confirm.ts) before it is told as a finding.
 * 4. Checks that look at every case, and those that look at every exchange, are judged along the way and confirmed
 *    in the end.
 */
import type { Evidence, Subject } from '../case/case.js';
import type { CheckRow } from '../case/finding.js';
import type { Verdict } from '../case/verdict.js';
import type { Check, Knowledge } from '../checks/check.js';
import { ERAS, type Era } from '../mcp/eras.js';
import type { EngineContext } from './context.js';
import type { RunVerdict } from './events.js';
import { PassiveChecks, resend } from './passive.js';
import { evidenceOf, runCase, settle, type Probe } from './probe-case.js';
import { rowOf, Rows } from './rows.js';
import { Runner } from './runner.js';
import { survey } from './survey.js';

const GONE = 'the server is gone and was not started again';

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
