/**
 * The campaign.
 *
 * 1. The survey finds eras, callers and tools; the plan says which input is case n (fuzz-plan.ts).
 * 2. A case is one request, with the storage read around it where a way to read it was given.
 * 3. Oracles say what speaks against the server in it (oracles.ts): from the bytes sent, not from what was meant.
 * 4. A suspicion is confirmed by a control and fresh repeats, then made smaller within a budget, then told.
 */
import type { Case, Evidence, Subject } from '../case/case.js';
import type { Verdict } from '../case/verdict.js';
import { readState, reset, send, sessionFor } from '../checks/kit/steps.js';
import { rpcRequest, toolCall } from '../checks/kit/requests.js';
import { judgedExchange } from '../checks/kit/judge.js';
import { isReadOnly, validCalls } from '../checks/kit/tools.js';
import type { Check, Knowledge } from '../checks/check.js';
import type { FuzzInput } from '../../generators/index.js';
import { inSession } from '../exchange/draft.js';
import { ERAS } from '../mcp/eras.js';
import { confirm } from './confirm.js';
import type { EngineContext } from './context.js';
import type { RunVerdict } from './events.js';
import { caseAt, placesOf, type Place, type PlannedCase } from './fuzz-plan.js';
import { awaitRevival, isAlive } from './life.js';
import { faultsOf, suspicionsOf, type Suspected } from './oracles.js';
import { rowOf, Rows } from './rows.js';
import { Runner } from './runner.js';
import { shrink, type ShrinkBudget } from './shrink.js';
import { simplify, type Simplified } from './simplify.js';
import { survey } from './survey.js';
import { signatureOf, tellFinding } from './tell-finding.js';

const SHRINK: ShrinkBudget = { executionsMax: 120, timeMaxMs: 20_000 };
/** How often the server is asked whether it lives, where its answers give no cause to ask. */
const LIFE_EVERY = 25;

export interface FuzzOptions {
  readonly runs: number;
}

interface Campaign {
  readonly context: EngineContext;
  readonly runner: Runner;
  readonly known: Knowledge;
  readonly rows: Rows;
  /** Faults that were confirmed or dismissed already. */
  readonly told: Set<string>;
  /** Calls that ought to succeed, and those that did. */
  valid: number;
  succeeded: number;
  heldBack: number;
}

export async function fuzz(context: EngineContext, { runs }: FuzzOptions): Promise<RunVerdict> {
  const { emit, signal, config } = context;
  let n = 0;
  const runner = new Runner({
    target: context.target,
    state: context.state,
    principals: config.principals,
    timeoutMs: config.timeoutMs,
    clock: context.clock,
    signal,
    onExchange: (exchange) => emit({ type: 'exchange', exchange: { ...exchange, n: ++n } }),
  });
  const found = await survey(context, runner);
  if ('verdict' in found) return signal.aborted ? { kind: 'interrupted' } : found.verdict;
  const { known } = found;
  const eras = ERAS.filter((era) => known.eras[era] && (context.eras?.includes(era) ?? true));
  const places = placesOf(known, eras);
  const campaign: Campaign = {
    context,
    runner,
    known,
    rows: new Rows(),
    told: new Set(),
    valid: 0,
    succeeded: 0,
    heldBack: 0,
  };
  for (let i = 0; i < runs && !signal.aborted; i++) {
    const planned = caseAt(places, context.seed, i);
    if (!planned) break;
    const lives = await runPlanned(campaign, planned, (i + 1) % LIFE_EVERY === 0 || i + 1 === runs);
    emit({ type: 'case-done', n: i + 1, of: runs, label: `${planned.place.name}: ${planned.value.value.label}` });
    if (!lives) break;
  }
  for (const row of campaign.rows.all()) emit({ type: 'check-judged', row });
  return verdictOf(campaign, places);
}

function verdictOf({ context, valid, succeeded, heldBack, known }: Campaign, places: readonly Place[]): RunVerdict {
  if (context.signal.aborted) return { kind: 'interrupted' };
  if (places.length === 0)
    return { kind: 'inconclusive', reason: 'there is nothing to fuzz in the eras that were chosen' };
  const tools = places.filter(({ tool }) => tool);
  if (heldBack > 0) {
    const names = [...new Set(tools.filter(({ runs }) => !runs).map(({ tool }) => tool?.name))].join(', ');
    const text = `${heldBack} valid calls were held back, as ${names} may not be run: allow them by tools.NAME.run or --allow-writes`;
    context.emit({ type: 'note', check: 'tools.valid-args-accepted', text });
  }
  if (tools.length === 0 || succeeded > 0) return { kind: 'tested' };
  const configured = tools.some(({ tool }) => tool && known.config.tools[tool.name]?.arguments);
  const hint = configured
    ? 'are tools.NAME.arguments still right?'
    : 'give one valid call for each tool under tools.NAME.arguments, with run: true or --allow-writes';
  return { kind: 'inconclusive', reason: `no tool ever succeeded (${valid} valid calls were sent): ${hint}` };
}

const subjectOf = ({ era, as, tool }: Place, { mutations, label }: FuzzInput, known: Knowledge): Subject => ({
  era,
  transport: known.transport,
  principal: as,
  ...(tool ? { tool: tool.name, definition: tool.definition } : {}),
  mutations: mutations.length > 0 ? mutations.map(({ name }) => name) : [label],
});

/** The input as a case: one request from a fresh state, the storage read around it where its tool may write. */
function caseOf({ known, context }: Campaign, place: Place, input: FuzzInput): Case {
  const { era, as, tool } = place;
  const reads = context.config.state !== undefined && tool !== undefined && !isReadOnly(tool);
  const valid = tool && validCalls(known, era).find((call) => call.tool.name === tool.name);
  return {
    subject: subjectOf(place, input, known),
    *control() {
      const session = yield* sessionFor(era, as);
      const request = valid
        ? toolCall({ known, era, session }, valid.tool, valid.arguments)
        : rpcRequest({ known, era, session }, 'tools/list');
      yield* send('control', request, { as, era });
    },
    *script() {
      if (reads) {
        yield* reset();
        yield* readState('before');
      }
      const session = yield* sessionFor(era, as);
      yield* send('case', inSession(input.request, session), { as, era });
      if (reads) yield* readState('after');
    },
  };
}

/** Runs one case and whatever follows from it; false where the server is gone for good. */
async function runPlanned(campaign: Campaign, planned: PlannedCase, look: boolean): Promise<boolean> {
  const { context, runner, known } = campaign;
  const { place, value } = planned;
  const one = caseOf(campaign, place, value.value);
  const faults = faultsOf(value.value.request, one.subject, context.checks);
  if (!place.runs && faults.length === 0) {
    campaign.heldBack++;
    return true;
  }
  const ran = await runner.run(one.script, one.subject);
  const exchange = judgedExchange(ran);
  const asksForLife = look || exchange?.response === undefined;
  const alive = asksForLife ? await isAlive(context, runner, one.subject) : undefined;
  const evidence: Evidence = alive === undefined ? ran : { ...ran, alive };
  if (faults.length === 0 && place.tool && value.value.arguments === 'valid') {
    campaign.valid++;
    if (exchange?.outcome === 'ok') campaign.succeeded++;
  }
  const { era, transport } = one.subject;
  for (const check of faults) campaign.rows.add(rowOf(check, { era, transport }, { status: 'passed' }));
  if (alive === false && !(await awaitRevival(context, runner, one.subject))) {
    await pursueAll(campaign, planned, evidence);
    return false;
  }
  await pursueAll(campaign, planned, evidence);
  return known.eras[era] !== undefined;
}

async function pursueAll(campaign: Campaign, planned: PlannedCase, evidence: Evidence): Promise<void> {
  const { checks, config } = campaign.context;
  for (const suspected of suspicionsOf(evidence, checks, { config }))
    await pursue(campaign, planned, evidence, suspected);
}

/** A fault of headers, envelope or process is the server's, not a tool's: it is told once. */
const keyOf = (check: Check, { era, principal, tool }: Subject, signature: string): string =>
  JSON.stringify(
    check.layer === 'envelope' || check.layer === 'robustness'
      ? [check.id, era, signature]
      : [check.id, era, principal, tool, signature],
  );

/** What the oracles say of evidence for one check. */
const judgeFor =
  ({ context: { checks, config } }: Campaign, check: Check) =>
  (evidence: Evidence): Verdict =>
    suspicionsOf(evidence, checks, { config }).find((one) => one.check.id === check.id)?.verdict ?? {
      status: 'passed',
    };

/** Confirms a suspicion, makes its case smaller, confirms that one too, and tells it. */
async function pursue(
  campaign: Campaign,
  planned: PlannedCase,
  evidence: Evidence,
  { check, verdict }: Suspected,
): Promise<void> {
  const { context, runner, rows } = campaign;
  const key = keyOf(check, evidence.subject, signatureOf(verdict));
  if (campaign.told.has(key)) return;
  campaign.told.add(key);
  const judge = judgeFor(campaign, check);
  const whole = caseOf(campaign, planned.place, planned.value.value);
  const first = await confirm(context, runner, whole, { evidence, verdict }, judge);
  if (first.kind === 'dismissed') {
    context.emit({
      type: 'note',
      check: check.id,
      text: `suspected and not confirmed (${whole.subject.tool ?? planned.place.name}): ${first.reason}`,
    });
    return;
  }
  if (first.confidence !== 'confirmed') return void tellFinding(context, check, first);
  const small = await smallestOf(campaign, planned, check, signatureOf(verdict));
  const smallest = caseOf(campaign, planned.place, small.input);
  const again = small.steps === 0 ? first : await confirm(context, runner, smallest, first.suspicion, judge);
  const told = again.kind === 'finding' && again.confidence === 'confirmed' ? again : first;
  if (small.steps > 0)
    context.emit({ type: 'shrunk', check: check.id, ...sizes(planned, small.input), steps: small.steps });
  tellFinding(context, check, told, { shrinks: told === first ? 0 : small.steps });
  const { era, transport } = evidence.subject;
  rows.add(rowOf(check, { era, transport }, told.suspicion.verdict));
}

/** Shrinks what was generated, then leaves out what does not matter. */
async function smallestOf(
  campaign: Campaign,
  { place, arbitrary, value }: PlannedCase,
  check: Check,
  signature: string,
): Promise<Simplified> {
  const still = stillFails(campaign, place, check, signature);
  const known = place.tool ? campaign.known.config.tools[place.tool.name]?.arguments : undefined;
  const shrunken = await shrink(arbitrary, value, still, SHRINK, campaign.context.clock);
  const simplified = await simplify(shrunken.value.value, known ?? {}, still);
  return { input: simplified.input, steps: shrunken.steps + simplified.steps };
}

const sizes = (planned: PlannedCase, smallest: FuzzInput): { from: number; to: number } => ({
  from: planned.value.value.request.body.bytes.length,
  to: smallest.request.body.bytes.length,
});

/** Whether a candidate fails the same check in the same way, from a fresh state. */
function stillFails(
  campaign: Campaign,
  place: Place,
  check: Check,
  signature: string,
): (candidate: FuzzInput) => Promise<boolean> {
  const { context, runner } = campaign;
  const judge = judgeFor(campaign, check);
  return async (candidate) => {
    const one = caseOf(campaign, place, candidate);
    if (!place.runs && faultsOf(candidate.request, one.subject, context.checks).length === 0) return false;
    await context.state?.reset?.().catch(() => undefined);
    const ran = await runner.run(one.script, one.subject);
    const asks = check.id === 'robust.crash' || judgedExchange(ran)?.response === undefined;
    const alive = asks ? await isAlive(context, runner, one.subject) : undefined;
    if (alive === false) await awaitRevival(context, runner, one.subject);
    const verdict = judge(alive === undefined ? ran : { ...ran, alive });
    return verdict.status === 'failed' && signatureOf(verdict) === signature;
  };
}
