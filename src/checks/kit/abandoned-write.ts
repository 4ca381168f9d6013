/**
 * The abandoned write: a slow call is given up well before its usual end, and the storage is read after a settling
 * time. Its usual duration is measured first; a race at the very end proves nothing, so the cut comes at a third of it.
 */
import type { Exchange } from '../../exchange/exchange.js';
import { exchangeOf, type Case, type Evidence } from '../../case/case.js';
import type { Verdict } from '../../case/verdict.js';
import type { Era } from '../../mcp/eras.js';
import type { Judging, Knowledge, Plan } from '../check.js';
import { notTestable } from './judge.js';
import { cancelled, toolCall } from './requests.js';
import { comparedStates, describeChange } from './state.js';
import { abandon, readState, reset, send, sessionFor, settle, start, wait, type Steps } from './steps.js';
import { mayRun, writeTools, type Callable, type ValidCall } from './tools.js';

/** Below this a call ends before anybody can give it up. */
const SLOW_MIN_MS = 60;
const CUT_AT = 1 / 3;
/** A call that was given up later than this may have been about to write, which is nobody's fault. */
const CUT_MAX = 2 / 3;

/** How a caller gives up: closes the connection, or tells the server by notification. */
export type GivingUp = 'disconnect' | 'notification';

const CASE_ID = '"abandoned"';

function* giveUp(
  by: GivingUp,
  known: Knowledge,
  era: Era,
  as: string,
  session: Parameters<typeof toolCall>[0]['session'],
): Steps {
  if (by === 'notification') yield* send('cancel', cancelled({ known, era, session }, CASE_ID), { as, era });
  else yield* abandon('case');
}

function caseOf(known: Knowledge, era: Era, call: ValidCall, by: GivingUp, settleMs: number): Case {
  const { principal, tool, arguments: args } = call;
  const as = principal.name;
  const options = { as, era };
  return {
    subject: { era, transport: known.transport, principal: as, tool: tool.name, definition: tool.definition },
    *script() {
      yield* reset();
      const session = yield* sessionFor(era, as);
      const usual = yield* send('usual', toolCall({ known, era, session, idToken: '"usual"' }, tool, args), options);
      yield* reset();
      yield* readState('before');
      yield* start('case', toolCall({ known, era, session, idToken: CASE_ID }, tool, args), options);
      yield* wait(Math.round(shortestMs(known, tool.name, usual) * CUT_AT), 'the caller loses patience');
      yield* giveUp(by, known, era, as, session);
      yield* wait(Math.round(usual.durationMs + settleMs), 'a late write would land now');
      yield* readState('after');
      if (by === 'notification') yield* abandon('case');
      yield* settle('case');
    },
  };
}

function reasonAgainst(known: Knowledge, { tool }: Callable): string | undefined {
  const configured = known.config.tools[tool.name];
  if (!mayRun(known, tool)) return `it may not be run: allow it by tools.${tool.name}.run or allowWrites`;
  if (configured?.arguments === undefined) return `tools.${tool.name}.arguments gives no valid call`;
  if ((configured.slowMs ?? 0) >= SLOW_MIN_MS) return undefined;
  return configured.slowMs === undefined
    ? `tools.${tool.name}.slowMs does not say how long it takes`
    : `it takes ${configured.slowMs} ms, too short to be given up`;
}

/** A row for every write tool: one that is not slow, or may not be run, says so. */
export function planAbandonedWrite(era: Era, known: Knowledge, by: GivingUp): Plan {
  const { state } = known.config;
  const writing = writeTools(known, era);
  if (writing.length === 0) return { status: 'not-applicable', reason: 'no tool says that it may write' };
  if (!state) return { status: 'not-testable', reason: 'state is not configured' };
  const judged = writing.map((callable) => ({ callable, reason: reasonAgainst(known, callable) }));
  return {
    cases: judged.flatMap(({ callable, reason }) => {
      const args = known.config.tools[callable.tool.name]?.arguments;
      return reason === undefined && args
        ? [caseOf(known, era, { ...callable, arguments: args }, by, state.settleMs)]
        : [];
    }),
    leftOut: judged.flatMap(({ callable: { principal, tool }, reason }) =>
      reason === undefined ? [] : [{ principal: principal.name, tool: tool.name, reason }],
    ),
  };
}

/** How long the call takes at least: a busy machine makes the measured one longer than the next one may be. */
const shortestMs = ({ config }: Judging, tool: string | undefined, usual: Exchange): number =>
  Math.min(usual.durationMs, config.tools[tool ?? '']?.slowMs ?? Infinity);

/** How long after it was sent the call was really given up, the way of the notification included. */
function givenUpAfterMs({ steps }: Evidence): number | undefined {
  const sent = steps.find(({ step }) => step.do === 'send' && step.label === 'case');
  const left = steps.find(({ step }) => step.do === 'abandon' || (step.do === 'send' && step.label === 'cancel'));
  return sent && left && left.atMs + (left.exchanges[0]?.durationMs ?? 0) - sent.atMs;
}

export interface LateWriteWords {
  readonly title: string;
  /** What the letter of the specification says to it, where it allows it. */
  readonly permitted?: string;
}

export function judgeAbandonedWrite(evidence: Evidence, known: Judging, words: LateWriteWords): Verdict {
  const usual = exchangeOf(evidence, 'usual');
  if (usual && usual.outcome !== 'ok')
    return notTestable(`the same call, not given up, ended ${usual.outcome}: correct tools.NAME.arguments`);
  if (usual && usual.durationMs < SLOW_MIN_MS)
    return notTestable(`the call takes ${Math.round(usual.durationMs)} ms, too short to be given up`);
  const pair = comparedStates(evidence, 'before', 'after');
  const given = exchangeOf(evidence, 'case');
  if (!pair || !given) return notTestable(evidence.failure ?? 'the script did not come to its end');
  if (given.outcome === 'unreachable') return notTestable('the server could not be reached');
  if (pair.same) return { status: 'passed', state: pair };
  const afterMs = givenUpAfterMs(evidence);
  if (given.outcome === 'ok' && given.durationMs <= (afterMs ?? 0))
    return notTestable('the call was answered before it could be given up');
  if (usual && afterMs !== undefined && afterMs > shortestMs(known, evidence.subject.tool, usual) * CUT_MAX)
    return notTestable(
      `the call, which takes ${Math.round(usual.durationMs)} ms, was given up only after ${Math.round(afterMs)} ms: the machine is too busy`,
    );
  return {
    status: 'failed',
    title: words.title,
    expected: `the same storage after the abandoned call as before it (${pair.before})`,
    received: describeChange(pair) + (words.permitted === undefined ? '' : `; ${words.permitted}`),
    state: pair,
    ...(words.permitted === undefined ? {} : { permitted: true }),
  };
}
