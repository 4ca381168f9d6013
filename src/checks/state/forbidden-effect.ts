/** What the owner forbids cannot happen, through any argument, accepted calls included. */
import type { Case, Evidence } from '../../case/case.js';
import type { Verdict } from '../../case/verdict.js';
import { matches } from '../../config/json-path.js';
import type { Era } from '../../mcp/eras.js';
import type { JsonObject } from '../../mcp/json-rpc.js';
import type { Check, Judging, Knowledge, Plan } from '../check.js';
import { notTestable } from '../kit/judge.js';
import { toolCall } from '../kit/requests.js';
import { readState, reset, send, sessionFor } from '../kit/steps.js';
import { NO_CALL, validCalls, isReadOnly, type ValidCall } from '../kit/tools.js';
import { variationsOf } from '../kit/variations.js';

/** The first forbidden path that matches a state, with what it matched. */
function forbiddenIn(
  state: unknown,
  forbid: readonly string[],
): { readonly path: string; readonly value: unknown } | undefined {
  for (const expression of forbid) {
    const [match] = matches(expression, state);
    if (match) return { path: expression, value: match.value };
  }
  return undefined;
}

/** Looks up the forbidden paths in every reading of a case. */
export function judgeForbidden(evidence: Evidence, { config }: Judging): Verdict {
  const readings = evidence.steps.flatMap(({ step, state }) =>
    step.do === 'read-state' ? [{ label: step.label, state }] : [],
  );
  const [first] = readings;
  if (!first) return notTestable(evidence.failure ?? 'the state was not read');
  const before = forbiddenIn(first.state, config.forbid);
  if (before)
    return notTestable(`${before.path} matches before any call was made: correct forbid, or what reset restores`);
  for (const { label, state } of readings) {
    const found = forbiddenIn(state, config.forbid);
    if (found) {
      return {
        status: 'failed',
        title: `A call brought about what the owner forbids: ${found.path}`,
        expected: `${found.path} matches nothing`,
        received: `${label}: it matches ${JSON.stringify(found.value)?.slice(0, 200)}`,
      };
    }
  }
  return { status: 'passed' };
}

function caseOf(known: Knowledge, era: Era, { principal, tool }: ValidCall, args: JsonObject, settleMs: number): Case {
  const as = principal.name;
  return {
    subject: { era, transport: known.transport, principal: as, tool: tool.name, definition: tool.definition },
    *script() {
      yield* reset();
      yield* readState('before');
      const session = yield* sessionFor(era, as);
      const exchange = yield* send('case', toolCall({ known, era, session }, tool, args), { as, era });
      if (exchange.response === undefined) yield { do: 'wait', ms: settleMs, why: 'the call was not answered' };
      yield* readState('after');
    },
  };
}

export const forbiddenEffect: Check = {
  id: 'state.forbidden-effect',
  title: 'never brings about what its owner forbids',
  layer: 'forbidden-effects',
  level: 'declared',
  kind: 'effect',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'the owner (forbid)',
  needs: ['state', 'forbid', 'safe-args'],
  safety: 'writes',
  explain: {
    sends:
      'Valid calls of every write tool that may be run: the configured one, and one for each enum value and each boolean that the schema names, nested ones included. The forbidden paths are looked up in every other reading of the state as well.',
    right: 'No path under forbid matches anything in the state, after any call.',
    why: 'It is the one sentence that the owner will not have broken, whatever an agent asks for.',
  },
  plan(era: Era, known: Knowledge): Plan {
    const { state, forbid } = known.config;
    if (forbid.length === 0) return { status: 'not-testable', reason: 'forbid is not configured' };
    if (!state) return { status: 'not-testable', reason: 'state is not configured' };
    const calls = validCalls(known, era).filter(
      ({ tool }) => !isReadOnly(tool) && known.config.tools[tool.name]?.arguments !== undefined,
    );
    if (calls.length === 0) return { status: 'not-testable', reason: NO_CALL };
    return {
      cases: calls.flatMap((call) =>
        variationsOf(call.tool.definition['inputSchema'], call.arguments).map((args) =>
          caseOf(known, era, call, args, state.settleMs),
        ),
      ),
    };
  },
  onEveryCase: 'all',
  judge: judgeForbidden,
};
