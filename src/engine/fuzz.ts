/**
 * The campaign.
 *
 * 1. The survey finds eras, callers and tools; the plan says which input is case n (fuzz-plan.ts).
 * 2. A case is one request, with the storage read around it where a way to read it was given.
 * 3. Oracles say what speaks against the server in it (oracles.ts): from the bytes sent, not from what was meant.
 * 4. A suspicion is confirmed by a control and fresh repeats, then made smaller within a budget, then told.
 */
import type { Evidence } from '../case/case.js';
import { judgedExchange } from '../checks/kit/judge.js';
import { ERAS } from '../mcp/eras.js';
import { caseOf, type Campaign } from './campaign.js';
import type { EngineContext } from './context.js';
import type { RunVerdict } from './events.js';
import { caseAt, placesOf, type Place, type PlannedCase } from './fuzz-plan.js';
import { awaitRevival, isAlive } from './life.js';
import { faultsOf, suspicionsOf } from './oracles.js';
import { pursue } from './pursue.js';
import { rowOf, Rows } from './rows.js';
import { Runner } from './runner.js';
import { survey } from './survey.js';

/** How often the server is asked whether it lives, where its answers give no cause to ask. */
const LIFE_EVERY = 25;

export interface FuzzOptions {
  readonly runs: number;
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

function verdictOf(
  { context, valid, succeeded, heldBack, known, rows }: Campaign,
  places: readonly Place[],
): RunVerdict {
  if (context.signal.aborted) return { kind: 'interrupted' };
  if (places.length === 0)
    return { kind: 'inconclusive', reason: 'there is nothing to fuzz in the eras that were chosen' };
  const tools = places.filter(({ tool }) => tool);
  if (heldBack > 0) {
    const names = [...new Set(tools.filter(({ runs }) => !runs).map(({ tool }) => tool?.name))].join(', ');
    const text = `${heldBack} valid calls were held back, as ${names} may not be run: allow them by tools.NAME.run or --allow-writes`;
    context.emit({ type: 'note', check: 'tools.valid-args-accepted', text });
  }
  const found = rows.all().some(({ status }) => status === 'failed');
  if (tools.length === 0 || succeeded > 0 || found) return { kind: 'tested' };
  const configured = tools.some(({ tool }) => tool && known.config.tools[tool.name]?.arguments);
  const hint = configured
    ? 'are tools.NAME.arguments still right?'
    : 'give one valid call for each tool under tools.NAME.arguments, with run: true or --allow-writes';
  return { kind: 'inconclusive', reason: `no tool ever succeeded (${valid} valid calls were sent): ${hint}` };
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
  const alive = asksForLife ? await isAlive(context, runner, one.subject, ran) : ran.alive;
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
