/**
 * The most common check: a correct request, changed in one place, must be refused in a certain way. The unchanged
 * request is the control; `fault` serves fuzzing as well.
 */
import type { Case, Evidence, Subject } from '../../case/case.js';
import type { Request } from '../../exchange/exchange.js';
import type { Era } from '../../mcp/eras.js';
import type { HeaderList } from '../../mcp/headers.js';
import type { Check, Knowledge, Plan, RequestFault } from '../check.js';
import { judgeRefusal, onCase } from './judge.js';
import { rpcRequest, toolCall } from './requests.js';
import { send, sessionFor } from './steps.js';
import { NO_CALL, validCalls } from './tools.js';

/** A correct request that a probe changes. */
export interface Base {
  readonly as: string;
  readonly tool?: string;
  readonly definition?: unknown;
  readonly method: string;
  build(session: HeaderList): Request;
}

/** Chooses the request to change; undefined where the server has none, with the reason. */
export type ChooseBase = (era: Era, known: Knowledge) => Base | { readonly missing: string };

const firstPrincipal = (known: Knowledge): string => known.config.principals[0]?.name ?? '';

/** A request that every server of the era answers and that no tool sees. */
export const readRequest: ChooseBase = (era, known) => {
  const method = era === 'modern' ? 'server/discover' : 'ping';
  return { as: firstPrincipal(known), method, build: (session) => rpcRequest({ known, era, session }, method) };
};

/** A tool call that may be run; one that only reads where there is one. */
export const toolRequest: ChooseBase = (era, known) => {
  const call = validCalls(known, era)[0];
  if (!call) return { missing: NO_CALL };
  return {
    as: call.principal.name,
    tool: call.tool.name,
    definition: call.tool.definition,
    method: 'tools/call',
    build: (session) => toolCall({ known, era, session }, call.tool, call.arguments),
  };
};

/** One way to break the rule, named as what is done to the request. */
export interface NamedMutation {
  readonly name: string;
  /** undefined where this server gives nothing to change it into. */
  apply(request: Request, context: MutationContext): Request | undefined;
}

export interface MutationContext {
  readonly known: Knowledge;
  readonly base: Base;
  readonly era: Era;
}

export interface FaultProbe extends Omit<Check, 'plan' | 'judge' | 'look' | 'fault' | 'kind'> {
  readonly fault: RequestFault;
  readonly base: ChooseBase;
  readonly mutations: readonly NamedMutation[];
  /** On stdio, where a faulty line may be dropped: how long an answer to it is waited for. */
  readonly stdioPatienceMs?: number;
}

function caseOf({ stdioPatienceMs }: FaultProbe, base: Base, mutation: NamedMutation, context: MutationContext): Case {
  const { era, known } = context;
  const patience =
    stdioPatienceMs === undefined || known.transport !== 'stdio'
      ? {}
      : { timeoutMs: Math.min(stdioPatienceMs, known.config.timeoutMs) };
  const subject: Subject = {
    era,
    transport: known.transport,
    principal: base.as,
    mutations: [mutation.name],
    ...(base.tool === undefined ? {} : { tool: base.tool, definition: base.definition }),
  };
  return {
    subject,
    controlKey: base.tool === undefined ? `${base.method} ${era} ${base.as}` : `call ${era} ${base.as} ${base.tool}`,
    *control() {
      const session = yield* sessionFor(era, base.as);
      yield* send('control', base.build(session), { as: base.as, era });
    },
    *script() {
      const session = yield* sessionFor(era, base.as);
      const request = mutation.apply(base.build(session), context);
      if (request) yield* send('case', request, { as: base.as, era, ...patience });
    },
  };
}

function planOf(probe: FaultProbe, era: Era, known: Knowledge): Plan {
  const { base: choose, mutations } = probe;
  const base = choose(era, known);
  if ('missing' in base) return { status: 'not-testable', reason: base.missing };
  const context = { known, base, era };
  const cases = mutations
    .filter((mutation) => mutation.apply(base.build([]), context) !== undefined)
    .map((mutation) => caseOf(probe, base, mutation, context));
  if (cases.length > 0) return { cases };
  return { status: 'not-applicable', reason: 'the server offers nothing that this could be tried on' };
}

/** Makes the check out of its fault, its base request and its mutations. */
export function faultProbe(probe: FaultProbe): Check {
  const { base: _base, mutations: _mutations, stdioPatienceMs: _patience, ...check } = probe;
  return {
    ...check,
    kind: 'protocol',
    plan: (era, known) => planOf(probe, era, known),
    judge: (evidence: Evidence) => onCase(evidence, (exchange) => judgeRefusal(exchange, probe.fault)),
  };
}
