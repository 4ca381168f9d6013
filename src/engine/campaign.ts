/** What a campaign has at hand and keeps count of, and how an input becomes a case. */
import type { Case, Subject } from '../case/case.js';
import type { Knowledge } from '../checks/check.js';
import { rpcRequest, toolCall } from '../checks/kit/requests.js';
import { readState, reset, send, sessionFor } from '../checks/kit/steps.js';
import { isReadOnly, validCalls } from '../checks/kit/tools.js';
import type { FuzzInput } from '../../generators/index.js';
import { inSession } from '../exchange/draft.js';
import type { EngineContext } from './context.js';
import type { Place } from './fuzz-plan.js';
import type { Rows } from './rows.js';
import type { Runner } from './runner.js';

export interface Campaign {
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

const subjectOf = ({ era, as, tool }: Place, { mutations, label }: FuzzInput, known: Knowledge): Subject => ({
  era,
  transport: known.transport,
  principal: as,
  ...(tool ? { tool: tool.name, definition: tool.definition } : {}),
  mutations: mutations.length > 0 ? mutations.map(({ name }) => name) : [label],
});

/** The input as a case: one request from a fresh state, the storage read around it where its tool may write. */
export function caseOf({ known, context }: Campaign, place: Place, input: FuzzInput): Case {
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
