/**
 * What a fuzzed case is held against: the rules that the bytes sent really break, the checks that look at any
 * exchange, and those that look at every case. Pure: the same evidence gives the same suspicions, live and after each
 * step of shrinking.
 */
import type { Evidence, Subject } from '../case/case.js';
import type { Check, Judging, RequestFault } from '../checks/check.js';
import { CHECKS } from '../checks/list.js';
import { judgedExchange, judgeRefusal } from '../checks/kit/judge.js';
import type { Exchange, Request } from '../exchange/exchange.js';
import { rpcOf } from '../exchange/exchange.js';
import { eraOf } from '../mcp/eras.js';
import { header } from '../mcp/headers.js';
import { isObject, metaVersion } from '../mcp/json-rpc.js';
import type { FailedVerdict } from './confirm.js';

export interface Suspected {
  readonly check: Check;
  readonly verdict: FailedVerdict;
}

type FaultCheck = Check & { readonly fault: RequestFault };

const applies = (check: Check, { era, transport }: Subject): boolean =>
  check.eras.includes(era) && check.transports.includes(transport);

/** The era that a request is read in; a mutation may have made a modern request a legacy one. */
export function eraOfBytes(request: Request): 'legacy' | 'modern' {
  const content = rpcOf(request);
  const meta = content.kind === 'single' ? metaVersion(content.message) : undefined;
  return eraOf({ header: header(request.headers, 'mcp-protocol-version'), meta });
}

/** The rules that these bytes break. */
export function faultsOf(request: Request, subject: Subject, checks: readonly Check[]): FaultCheck[] {
  return checks.filter(
    (check): check is FaultCheck =>
      check.fault !== undefined && applies(check, subject) && check.fault.present(request, subject),
  );
}

/** Checks on one and the same fault are judged each for itself; of several faults, the text gives no order. */
function refusalSuspicions(exchange: Exchange, faults: readonly FaultCheck[], chosen: readonly Check[]): Suspected[] {
  const groups = [...new Set(faults.map(({ fault }) => fault.present))].map((present) =>
    faults.filter(({ fault }) => fault.present === present),
  );
  const judged = groups.map((group) =>
    group.flatMap((check): Suspected[] => {
      const verdict = judgeRefusal(exchange, check.fault);
      return verdict.status === 'failed' ? [{ check, verdict }] : [];
    }),
  );
  if (judged.some((suspicions) => suspicions.length === 0)) return [];
  const ofChosen = judged.map((group) => group.filter(({ check }) => chosen.includes(check)));
  return ofChosen.find((group) => group.length > 0) ?? [];
}

function lookSuspicions(exchange: Exchange, { definition }: Subject, checks: readonly Check[]): Suspected[] {
  const facts = isObject(definition) ? { definition } : {};
  return checks.flatMap((check): Suspected[] => {
    const verdict = check.look?.(exchange, facts);
    return verdict?.status === 'failed' ? [{ check, verdict }] : [];
  });
}

/** Everything that speaks against the server in one fuzzed case, the gravest check first in the order of the list. */
export function suspicionsOf(evidence: Evidence, checks: readonly Check[], judging: Judging): Suspected[] {
  const exchange = judgedExchange(evidence);
  const { subject } = evidence;
  if (!exchange) return [];
  const applying = checks.filter((check) => applies(check, subject));
  // A request may break rules that were not chosen: their answers are right as well.
  const faults = faultsOf(exchange.request, subject, CHECKS);
  const everyCase = applying.flatMap((check): Suspected[] => {
    if (!check.onEveryCase || (check.onEveryCase === 'faulty' && faults.length === 0)) return [];
    const verdict = check.judge?.(evidence, judging);
    return verdict?.status === 'failed' ? [{ check, verdict }] : [];
  });
  // Without an answer there is nothing to hold against a rule, and a request of the other era follows other rules.
  if (exchange.response === undefined || eraOfBytes(exchange.request) !== subject.era) return everyCase;
  const effects = applying
    .filter(({ kind, fuzzed }) => kind === 'effect' && fuzzed)
    .flatMap((check): Suspected[] => {
      const verdict = check.judge?.(evidence, judging);
      return verdict?.status === 'failed' ? [{ check, verdict }] : [];
    });
  const answers = faults.length > 0 ? refusalSuspicions(exchange, faults, checks) : [];
  const looked = lookSuspicions(exchange, subject, applying);
  return [...answers, ...looked, ...effects, ...everyCase];
}
