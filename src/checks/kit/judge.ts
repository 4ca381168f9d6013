/** Verdicts on answers: a faulty request held against every answer that a correct server may give. */
import { exchangeOf, type Evidence } from '../../case/case.js';
import type { Verdict } from '../../case/verdict.js';
import { describeAccepts, matchAnswer } from '../../exchange/accept.js';
import { answerOf, describeAnswer, type Answer } from '../../exchange/answer.js';
import type { Exchange } from '../../exchange/exchange.js';
import type { RequestFault } from '../check.js';

/** Statuses that a gateway or an HTTP stack gives for reasons of its own. */
const DEPLOYMENT = [401, 403, 404, 413, 415, 429, 431, 503];

export const notTestable = (reason: string): Verdict => ({ status: 'not-testable', reason });

const received = (exchange: Exchange, answer: Answer): string =>
  exchange.error === undefined || answer.kind !== 'none'
    ? describeAnswer(answer)
    : `${describeAnswer(answer)} (${exchange.error})`;

function titleOf(words: string, answer: Answer, expected: string): string {
  switch (answer.kind) {
    case 'result':
      return `Server accepted ${words}`;
    case 'none':
      return `Server did not answer ${words}`;
    case 'tool_error':
      return `Server answered ${words} with a tool error instead of ${expected}`;
    default:
      return `Server refused ${words} with ${describeAnswer(answer)} instead of ${expected}`;
  }
}

/** Judges the answer to a request that breaks one rule. */
export function judgeRefusal(exchange: Exchange, fault: RequestFault): Verdict {
  const answer = answerOf(exchange);
  const match = matchAnswer(fault.accept, answer, exchange.request);
  const { http, rpc } = answer;
  if (match.accepted) return { status: 'passed', http, rpc, ...(match.note === undefined ? {} : { note: match.note }) };
  const bare = answer.kind === 'empty' || (answer.kind === 'error' && answer.message === undefined);
  if (bare && http !== undefined && DEPLOYMENT.includes(http)) {
    return notTestable(`HTTP ${http} without JSON-RPC came from something in front of the server`);
  }
  if (bare && http !== undefined && http >= 400 && match.statusAllowed) {
    return {
      status: 'passed',
      http,
      rpc,
      note: `refused with HTTP ${http} and no JSON-RPC body, so the code was not judged`,
    };
  }
  const expected = describeAccepts(fault.accept, exchange.transport);
  const level = fault.grade?.find(({ when }) => when(answer, exchange))?.level;
  return {
    status: 'failed',
    title: titleOf(fault.words, answer, expected),
    expected,
    received: received(exchange, answer),
    http,
    rpc,
    statusAllowed: match.statusAllowed,
    codeAllowed: match.codeAllowed,
    ...(level === undefined ? {} : { level }),
  };
}

/** The exchange labelled `case`, where the script came so far. */
export const judgedExchange = (evidence: Evidence): Exchange | undefined => exchangeOf(evidence, 'case');

/** Runs a judge on the exchange labelled `case`; without one nothing can be said. */
export function onCase(evidence: Evidence, judge: (exchange: Exchange, answer: Answer) => Verdict): Verdict {
  const exchange = judgedExchange(evidence);
  if (exchange === undefined) return notTestable(evidence.failure ?? 'the request under test was not sent');
  if (exchange.outcome === 'unreachable')
    return notTestable(`the server could not be reached: ${exchange.error ?? 'no reason given'}`);
  return judge(exchange, answerOf(exchange));
}
