/** Every request comes to an end: an answer, an error, or a closed stream. */
import type { Check } from '../check.js';
import { answerOf } from '../../exchange/answer.js';
import { isObject } from '../../mcp/json-rpc.js';
import { onCase } from '../kit/judge.js';
import { isWellFormed } from '../kit/well-formed.js';

export const hang: Check = {
  id: 'robust.hang',
  title: 'answers every request in time',
  layer: 'robustness',
  level: 'heuristic',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'not in the text; 2026-07-28 basic/patterns/cancellation § Timeouts (callers give up)',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'Nothing of its own: every request of the other checks and of fuzz has timeoutMs as its deadline.',
    right:
      'An answer, an error or a closed stream within timeoutMs. subscriptions/listen and GET streams are exempt, and on stdio whatever is not well formed.',
    why: 'A caller that waits for nothing holds a connection, and a model holds its turn.',
  },
  onEveryCase: 'all',
  judge: (evidence) =>
    onCase(evidence, (exchange) => {
      const { http, rpc } = answerOf(exchange);
      const silent = exchange.outcome === 'no-result' && (exchange.error?.startsWith('no answer within') ?? false);
      if (!silent) return { status: 'passed', http, rpc };
      const { era, transport, definition } = evidence.subject;
      const { request } = exchange;
      // A line that is no message of the era may be dropped; over HTTP every request has its own answer.
      if (
        transport === 'stdio' &&
        !isWellFormed({ request, era, transport }, isObject(definition) ? definition : undefined)
      )
        return { status: 'not-applicable', reason: 'on stdio a request that is not well formed may be dropped' };
      return {
        status: 'failed',
        title: 'Server left a request without an answer',
        expected: 'an answer, an error or a closed stream',
        received: exchange.error ?? 'no answer',
        http,
        rpc,
      };
    }),
};
