/** From a suspicion of the oracles to a finding: confirmed, made smaller, confirmed again, told once. */
import type { Evidence } from '../case/case.js';
import type { Verdict } from '../case/verdict.js';
import type { Check } from '../checks/check.js';
import { judgedExchange } from '../checks/kit/judge.js';
import type { FuzzInput } from '../../generators/index.js';
import { caseOf, type Campaign } from './campaign.js';
import { confirm } from './confirm.js';
import type { Place, PlannedCase } from './fuzz-plan.js';
import { awaitRevival, isAlive } from './life.js';
import { faultsOf, suspicionsOf, type Suspected } from './oracles.js';
import { rowOf } from './rows.js';
import { shrink, type ShrinkBudget } from './shrink.js';
import { simplify, type Simplified } from './simplify.js';
import { faultKey, signatureOf, tellFinding } from './tell-finding.js';

const SHRINK: ShrinkBudget = { executionsMax: 120, timeMaxMs: 20_000 };

/** What the oracles say of evidence for one check. */
const judgeFor =
  ({ context: { checks, config } }: Campaign, check: Check) =>
  (evidence: Evidence): Verdict =>
    suspicionsOf(evidence, checks, { config }).find((one) => one.check.id === check.id)?.verdict ?? {
      status: 'passed',
    };

/** Confirms a suspicion, makes its case smaller, confirms that one too, and tells it. */
export async function pursue(
  campaign: Campaign,
  planned: PlannedCase,
  evidence: Evidence,
  { check, verdict }: Suspected,
): Promise<void> {
  const { context, runner, rows } = campaign;
  const key = faultKey(check, evidence.subject, signatureOf(verdict));
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
    const alive = asks ? await isAlive(context, runner, one.subject, ran) : ran.alive;
    if (alive === false) await awaitRevival(context, runner, one.subject);
    const verdict = judge(alive === undefined ? ran : { ...ran, alive });
    return verdict.status === 'failed' && signatureOf(verdict) === signature;
  };
}
