/**
 * The steps of a finding as a script for this run: the same requests at the same points, with this run's session ids
 * and minted values, and without anything that is masked.
 */
import type { DoneStep, Evidence, Script, StepResult } from '../case/case.js';
import type { Principal } from '../config/config.js';
import type { Exchange } from '../exchange/exchange.js';
import { callerOf, type Callers } from './credentials.js';
import { Links } from './links.js';
import { maskedPart, pathAt, type Endpoint } from './wire-request.js';

/** A step that cannot be done in this run, and why. */
export class CannotRepeat extends Error {}

const exchangesOf = ({ steps }: Evidence): readonly Exchange[] => steps.flatMap(({ exchanges }) => exchanges);

/** The exchanges that a step gave in this run, as far as it gives any. */
function given(result: StepResult): readonly Exchange[] {
  if (result === undefined || 'state' in result) return [];
  return 'exchanges' in result ? result.exchanges : [result];
}

export function scriptAgain(evidence: Evidence, endpoint: Endpoint): Script {
  return function* () {
    const links = new Links(exchangesOf(evidence));
    for (const { step, exchanges } of evidence.steps) {
      const result = yield step.do === 'send' ? { ...step, request: readied(step.request, links, endpoint) } : step;
      given(result).forEach((live, i) => {
        const recorded = exchanges[i];
        if (recorded) links.resolve(recorded, live);
      });
    }
  };
}

function readied(request: Exchange['request'], links: Links, endpoint: Endpoint): Exchange['request'] {
  const applied = links.apply({ ...request, path: pathAt(request.path, endpoint) });
  if ('unmade' in applied)
    throw new CannotRepeat('a request of it sends what an earlier answer gave, and this time none was given');
  const masked = maskedPart(applied.request);
  if (masked !== undefined)
    throw new CannotRepeat(`a request of it has a secret in ${masked}, which is masked in the recording`);
  return applied.request;
}

/** Whose credentials each caller in a case stands for; a caller without any is itself. */
export function callersIn(
  evidences: readonly (Evidence | undefined)[],
  callers: Callers,
): { readonly principals: readonly Principal[] } | { readonly missing: string } {
  const found = new Map<string, Principal>();
  for (const { step, exchanges } of evidences.flatMap((evidence): readonly DoneStep[] => evidence?.steps ?? [])) {
    const name = step.do === 'send' || step.do === 'open-session' ? step.as : null;
    if (name === null) continue;
    const own = step.do === 'send' ? step.request.headers : [];
    const added = exchanges
      .flatMap(({ request }) => request.headers)
      .filter((pair) => !own.some((one) => same(one, pair)));
    const caller = callerOf({ principal: name }, added, callers);
    if ('missing' in caller) return caller;
    if (caller.as !== null) found.set(name, { ...caller.as, name });
  }
  return { principals: [...found.values()] };
}

const same = (one: readonly [string, string], two: readonly [string, string]): boolean =>
  one[0] === two[0] && one[1] === two[1];
