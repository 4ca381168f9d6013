/** Arguments that fit the advertised schema are not refused as invalid: the schema is all that a model is told. */
import type { Check, Facts } from '../check.js';
import type { Verdict } from '../../case/verdict.js';
import { answerOf } from '../../exchange/answer.js';
import type { Exchange } from '../../exchange/exchange.js';
import { isObject } from '../../mcp/json-rpc.js';
import { judgeArguments } from '../kit/arguments.js';
import { isWellFormed } from '../kit/well-formed.js';
import { onCase } from '../kit/judge.js';

/** Only a protocol error says "invalid" beyond doubt; a tool error may be the business's own. */
function look(exchange: Exchange, { definition }: Facts): Verdict | undefined {
  if (judgeArguments(exchange.request, definition).kind !== 'valid' || !isWellFormed(exchange, definition))
    return undefined;
  const { kind, http, rpc } = answerOf(exchange);
  if (kind === 'result' || kind === 'tool_error') return { status: 'passed', http, rpc };
  if (rpc !== -32602) return undefined;
  return {
    status: 'failed',
    title: 'Server refused arguments that its own input schema allows',
    expected: 'a result, or a tool error of the business',
    received: `${http === undefined ? '' : `HTTP ${http} with `}${rpc}`,
    http,
    rpc,
  };
}

export const validArgsAccepted: Check = {
  id: 'tools.valid-args-accepted',
  title: 'takes every call that its input schema allows',
  layer: 'contract',
  level: 'heuristic',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'not in the text; 2026-07-28 server/tools § Tool (inputSchema defines the expected parameters)',
  needs: ['safe-args'],
  safety: 'writes',
  explain: {
    sends: 'Nothing of its own: fuzz generates calls that are valid by the advertised schema, bounds included.',
    right: 'A result, or a tool error of the business. JSON-RPC error -32602 is a finding.',
    why: 'A model can only keep to constraints that the schema tells it.',
  },
  look,
  judge: (evidence) =>
    onCase(evidence, (exchange) => {
      const { definition } = evidence.subject;
      return look(exchange, isObject(definition) ? { definition } : {}) ?? { status: 'passed' };
    }),
};
