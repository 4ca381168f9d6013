/**
 * Whether a finding's case may be sent again: calls that a sound server refuses may, and calls that it carries out need
 * leave like any other.
 */
import type { DoneStep, Evidence, Subject } from '../case/case.js';
import type { Check } from '../checks/check.js';
import { judgeArguments } from '../checks/kit/arguments.js';
import { isReadOnly } from '../checks/kit/tools.js';
import type { Config } from '../config/config.js';
import { faultsOf } from '../engine/oracles.js';
import { isObject, type RpcRequest } from '../mcp/json-rpc.js';
import type { Exchange } from '../exchange/exchange.js';
import { requestMembers } from './members.js';
import { leaveFor, ReadOnlyTools } from './safety.js';

export interface FindingCase {
  readonly check: Check;
  readonly evidence: Evidence;
  readonly control: Evidence | undefined;
}

type Send = Extract<DoneStep['step'], { do: 'send' }>;

const sendsOf = (evidence: Evidence | undefined): readonly Send[] =>
  (evidence?.steps ?? []).flatMap(({ step }) => (step.do === 'send' ? [step] : []));

/** A call that breaks a rule by its bytes, or, in a check that sends only such calls, by who makes it. */
function isRefused({ request, as }: Send, subject: Subject, check: Check, checks: readonly Check[]): boolean {
  if (faultsOf(request, subject, checks).length > 0) return true;
  const judged = judgeArguments(request, subject.definition).kind;
  if (judged === 'invalid') return true;
  return check.safety === 'refused' && (judged === 'unknown' || as !== subject.principal);
}

function knownReadOnly({ principal = '', era, definition }: Subject): ReadOnlyTools {
  const known = new ReadOnlyTools([]);
  if (isObject(definition) && isReadOnly({ name: '', definition })) known.claim({ principal, era }, definition);
  return known;
}

/** Why the case may not be sent; undefined where it may. */
export function refusalOf(
  { check, evidence, control }: FindingCase,
  config: Config,
  checks: readonly Check[],
): string | undefined {
  const { subject } = evidence;
  const readOnly = knownReadOnly(subject);
  const why = (rpc: RpcRequest): string | undefined => {
    const asked = { principal: subject.principal ?? '', era: subject.era } as Exchange;
    const leave = leaveFor(rpc, asked, readOnly, config);
    return leave.may ? undefined : leave.reason;
  };
  const sends = [
    ...sendsOf(control).map((step) => ({ step, refused: false })),
    ...sendsOf(evidence).map((step) => ({ step, refused: isRefused(step, subject, check, checks) })),
  ];
  for (const { step, refused } of sends) {
    if (refused && !config.passive) continue;
    const reason = requestMembers({ request: step.request }).flatMap(({ rpc }) => why(rpc) ?? [])[0];
    if (reason !== undefined) return reason;
  }
  return undefined;
}
