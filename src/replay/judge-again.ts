/** The check of a finding, asked about evidence of this run; and why it could say nothing, where it could not. */
import type { Evidence, Step } from '../case/case.js';
import type { Verdict } from '../case/verdict.js';
import type { Check, Need } from '../checks/check.js';
import { judgedExchange } from '../checks/kit/judge.js';
import { NEEDS } from '../checks/needs.js';
import type { Config } from '../config/config.js';
import { suspicionsOf } from '../engine/oracles.js';
import { isObject } from '../mcp/json-rpc.js';

/** A check that looks at single exchanges, or that fuzzing used as an oracle, has a say where its judge has none. */
export function judgeAgain(check: Check, evidence: Evidence, config: Config): Verdict {
  const judged = check.judge?.(evidence, { config });
  if (judged?.status === 'failed') return judged;
  const suspicion = suspicionsOf(evidence, [check], { config }).find((one) => one.check.id === check.id);
  if (suspicion) return suspicion.verdict;
  if (judged) return judged;
  const exchange = judgedExchange(evidence);
  if (exchange?.response === undefined)
    return { status: 'not-testable', reason: evidence.failure ?? exchange?.error ?? 'the case was not answered' };
  const { definition } = evidence.subject;
  const looked = check.look?.(exchange, isObject(definition) ? { definition } : {});
  return looked ?? { status: 'passed' };
}

const hasValue = (need: Need, { forbid, eras, principals, state }: Config): boolean => {
  if (need === 'forbid') return forbid.length > 0;
  if (need === 'declared-eras') return eras !== undefined;
  if (need === 'expected-tools') return principals.some(({ tools }) => tools !== undefined);
  return need !== 'state' || state !== undefined;
};

/** What the owner said when it was found and does not say now: without it the check would pass whatever happens. */
export function missingNeed(check: Check, steps: readonly Step[], config: Config): string | undefined {
  const readsState = steps.some((step) => step.do === 'read-state');
  const needs: readonly Need[] = readsState ? [...check.needs, 'state'] : check.needs;
  const missing = needs.find((need) => !hasValue(need, config));
  return (
    missing &&
    `${check.id} needs ${NEEDS[missing].words}, which this configuration does not give (key: ${NEEDS[missing].keys.join(', ')})`
  );
}
