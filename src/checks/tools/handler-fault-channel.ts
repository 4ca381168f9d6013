/** A tool that fails on valid arguments says so in its result, not as a fault of the protocol. */
import type { Check, Facts } from '../check.js';
import type { Verdict } from '../../case/verdict.js';
import { answerOf, describeAnswer } from '../../exchange/answer.js';
import type { Exchange } from '../../exchange/exchange.js';
import { isObject } from '../../mcp/json-rpc.js';
import { judgeArguments } from '../kit/arguments.js';
import { isWellFormed } from '../kit/well-formed.js';
import { onCase } from '../kit/judge.js';

function look(exchange: Exchange, { definition }: Facts): Verdict | undefined {
  if (judgeArguments(exchange.request, definition).kind !== 'valid' || !isWellFormed(exchange, definition))
    return undefined;
  const answer = answerOf(exchange);
  const { http, rpc } = answer;
  if (rpc !== -32603 && !(answer.kind === 'error' && http !== undefined && http >= 500 && http !== 503))
    return undefined;
  return {
    status: 'failed',
    title: 'Tool failed on valid arguments with a protocol error instead of a tool error',
    expected: 'a result with isError: true',
    received: describeAnswer(answer),
    http,
    rpc,
  };
}

export const handlerFaultChannel: Check = {
  id: 'tools.handler-fault-channel',
  title: 'reports a failure inside a tool as a tool error',
  layer: 'behaviour',
  level: 'should',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 schema § CallToolResult (errors that originate from the tool)',
  needs: ['safe-args'],
  safety: 'writes',
  explain: {
    sends: 'Nothing of its own: fuzz generates calls that are valid by the advertised schema.',
    right: 'HTTP 200 with isError: true. -32603 or a 5xx is a finding.',
    why: 'A protocol error hides the failure from the model, which could have tried something else.',
  },
  look,
  judge: (evidence) =>
    onCase(evidence, (exchange) => {
      const { definition } = evidence.subject;
      return look(exchange, isObject(definition) ? { definition } : {}) ?? { status: 'passed' };
    }),
};
