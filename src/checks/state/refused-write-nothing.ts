/** A refusal changed nothing: the storage is the same after every refused call of a write tool. */
import type { Case, Evidence } from '../../case/case.js';
import { exchangeOf, stateAt } from '../../case/case.js';
import type { Verdict } from '../../case/verdict.js';
import type { Era } from '../../mcp/eras.js';
import type { Check, Judging, Knowledge, Plan } from '../check.js';
import { answerOf, describeAnswer } from '../../exchange/answer.js';
import { notTestable } from '../kit/judge.js';
import { refusalsOf } from '../kit/refusals.js';
import { rpcRequest } from '../kit/requests.js';
import { comparedStates, describeChange } from '../kit/state.js';
import { readState, reset, send, sessionFor, wait } from '../kit/steps.js';
import { writeTools, type Callable } from '../kit/tools.js';

const SENT = 'refusal ';

function caseOf(known: Knowledge, era: Era, callable: Callable, settleMs: number): Case {
  const { principal, tool } = callable;
  const refusals = refusalsOf(known, era, callable);
  return {
    subject: {
      era,
      transport: known.transport,
      principal: principal.name,
      tool: tool.name,
      definition: tool.definition,
      mutations: refusals.map(({ name }) => name),
    },
    *control() {
      const session = yield* sessionFor(era, principal.name);
      yield* send('control', rpcRequest({ known, era, session }, 'tools/list'), { as: principal.name, era });
    },
    *script() {
      yield* reset();
      yield* readState('noise');
      yield* readState('before');
      for (const { name, as, build } of refusals) {
        const session = yield* sessionFor(era, as);
        yield* send(SENT + name, build(session), { as, era });
        yield* readState(`after ${name}`);
      }
      yield* wait(settleMs, 'a write may land late');
      yield* readState('settled');
    },
  };
}

/** The refused calls in order, each with the reading before it and the one after it. */
function judge(evidence: Evidence): Verdict {
  if (!stateAt(evidence, 'settled')) return notTestable(evidence.failure ?? 'the script did not come to its end');
  if (comparedStates(evidence, 'noise', 'before')?.same === false) {
    return notTestable('the state differs between two reads with no call in between, so a change proves nothing');
  }
  let before = 'before';
  const accepted: string[] = [];
  for (const name of evidence.subject.mutations ?? []) {
    const exchange = exchangeOf(evidence, SENT + name);
    const after = `after ${name}`;
    const pair = comparedStates(evidence, before, after);
    if (!exchange || !pair) return notTestable(`${name} was not sent`);
    before = after;
    const { kind, http, rpc } = answerOf(exchange);
    if (kind === 'result') {
      accepted.push(name);
      continue;
    }
    if (pair.same) continue;
    return {
      status: 'failed',
      title: `Server refused a call (${name}) after it had changed the storage`,
      expected: 'the same storage after a refusal as before it',
      received: `${describeAnswer({ kind, http, rpc })}, and ${describeChange(pair)}`,
      http,
      rpc,
      state: pair,
    };
  }
  const late = comparedStates(evidence, before, 'settled');
  if (late?.same === false && accepted.length === 0) {
    return {
      status: 'failed',
      title: 'A refused call changed the storage some time after its refusal',
      expected: 'the same storage after the refusals as before them',
      received: describeChange(late),
      state: late,
    };
  }
  const whole = comparedStates(evidence, 'before', 'settled');
  if (accepted.length === 0) return { status: 'passed', ...(whole ? { state: whole } : {}) };
  if (accepted.length === evidence.subject.mutations?.length)
    return notTestable(`none of its calls was refused: ${accepted.join(', ')}`);
  // What the accepted ones wrote says nothing about refusals, so that the storage as a whole is left out.
  return { status: 'passed', note: `not refused, so not judged here: ${accepted.join(', ')}` };
}

/** For a single refused call that fuzzing found. */
function judgeOne(evidence: Evidence): Verdict {
  const exchange = exchangeOf(evidence, 'case');
  const pair = comparedStates(evidence, 'before', 'after');
  if (!exchange || !pair) return notTestable(evidence.failure ?? 'the state was not read around the call');
  const { kind, http, rpc } = answerOf(exchange);
  // A tool error may be the business's own; state.tool-error-writes-nothing judges those for invalid arguments.
  if (pair.same || kind === 'result' || kind === 'tool_error') return { status: 'passed', http, rpc, state: pair };
  return {
    status: 'failed',
    title: 'Server refused a call after it had changed the storage',
    expected: 'the same storage after a refusal as before it',
    received: `${describeAnswer({ kind, http, rpc })}, and ${describeChange(pair)}`,
    http,
    rpc,
    state: pair,
  };
}

export const refusedWriteNothing: Check = {
  id: 'state.refused-write-nothing',
  title: 'changes nothing when it refuses',
  layer: 'forbidden-effects',
  level: 'declared',
  kind: 'effect',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'the point of refusing; 2026-07-28 server/tools § Security Considerations',
  needs: ['state'],
  safety: 'refused',
  explain: {
    sends:
      'Of every write tool one call of each kind that must be refused: an undeclared argument, a dropped one, one of a wrong type, a caller who does not see the tool, and in the modern era over HTTP headers against body, no envelope, an unknown version. The storage is read before the first, after each, and after settleMs.',
    right: 'The same storage throughout. Two reads without a call in between show the noise first.',
    why: 'A polite error after the work was done is retried by the agent, and then there are two.',
  },
  plan(era: Era, known: Knowledge): Plan {
    const { state } = known.config;
    const tools = writeTools(known, era).filter((callable) => refusalsOf(known, era, callable).length > 0);
    if (tools.length === 0)
      return { status: 'not-applicable', reason: 'no tool that may write can be called in a way that must be refused' };
    if (!state) return { status: 'not-testable', reason: 'state is not configured' };
    return { cases: tools.map((callable) => caseOf(known, era, callable, state.settleMs)) };
  },
  fuzzed: true,
  judge: (evidence: Evidence, _known: Judging) => (exchangeOf(evidence, 'case') ? judgeOne(evidence) : judge(evidence)),
};
