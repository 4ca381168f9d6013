/** A successful result fits the output schema that its tool declares. */
import type { Check, Facts } from '../check.js';
import type { Verdict } from '../../case/verdict.js';
import { answerOf, requestOf } from '../../exchange/answer.js';
import type { Exchange } from '../../exchange/exchange.js';
import { compileSchema } from '../../mcp/json-schema.js';
import { isObject } from '../../mcp/json-rpc.js';
import { toolCall } from '../kit/requests.js';
import { send, sessionFor } from '../kit/steps.js';
import { onCase } from '../kit/judge.js';
import { NO_CALL, validCalls } from '../kit/tools.js';

function look(exchange: Exchange, { definition }: Facts): Verdict | undefined {
  const schema = definition?.['outputSchema'];
  const request = requestOf(exchange.request);
  if (schema === undefined || request?.method !== 'tools/call' || request.name !== definition?.['name'])
    return undefined;
  const { kind, http, rpc, message } = answerOf(exchange);
  if (kind !== 'result' || message?.kind !== 'result' || !isObject(message.result)) return undefined;
  const { resultType, structuredContent } = message.result;
  if (resultType !== undefined && resultType !== 'complete') return undefined;
  const compiled = compileSchema(schema);
  if (!compiled) return undefined;
  const missing = !Object.hasOwn(message.result, 'structuredContent');
  const problems = missing ? ['structuredContent is missing'] : compiled.problems(structuredContent);
  if (problems.length === 0) return { status: 'passed', http, rpc };
  return {
    status: 'failed',
    title: 'Result does not fit the output schema that its tool declares',
    expected: 'structuredContent that is valid against outputSchema',
    received: problems.join('; '),
    http,
    rpc,
  };
}

export const outputSchema: Check = {
  id: 'tools.output-schema',
  title: 'honours the output schema in every successful result',
  layer: 'contract',
  level: 'must',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 server/tools § Output Schema',
  needs: ['safe-args'],
  safety: 'writes',
  explain: {
    sends:
      'One valid call of each tool that declares an outputSchema and may be run. Runs on every other result that is seen as well.',
    right: 'structuredContent, valid against the schema. Tool errors and results of another resultType are exempt.',
    why: 'Clients parse structured results by the schema and nothing else.',
  },
  look,
  plan(era, known) {
    const calls = validCalls(known, era).filter(({ tool }) => tool.definition['outputSchema'] !== undefined);
    if (calls.length === 0) {
      const declared = known.config.principals.some(({ name }) =>
        known.tools(name, era).some(({ definition }) => definition['outputSchema'] !== undefined),
      );
      return declared
        ? { status: 'not-testable', reason: NO_CALL }
        : { status: 'not-applicable', reason: 'no tool declares an output schema' };
    }
    return {
      cases: calls.map(({ principal, tool, arguments: args }) => ({
        subject: {
          era,
          transport: known.transport,
          principal: principal.name,
          tool: tool.name,
          definition: tool.definition,
        },
        *script() {
          const session = yield* sessionFor(era, principal.name);
          yield* send('case', toolCall({ known, era, session }, tool, args), { as: principal.name, era });
        },
      })),
    };
  },
  judge: (evidence) =>
    onCase(evidence, (exchange) => {
      const { definition } = evidence.subject;
      const verdict = look(exchange, isObject(definition) ? { definition } : {});
      return (
        verdict ?? {
          status: 'not-testable',
          reason: `the call ended ${exchange.outcome}, so there was no result to judge`,
        }
      );
    }),
};
