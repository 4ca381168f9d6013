/** An error carries the request's id wherever the id could be read. */
import type { Check } from '../check.js';
import type { Verdict } from '../../case/verdict.js';
import { answerOf, requestOf } from '../../exchange/answer.js';
import type { Exchange } from '../../exchange/exchange.js';
import { onCase } from '../kit/judge.js';
import { rpcRequest } from '../kit/requests.js';
import { send, sessionFor } from '../kit/steps.js';

/** What is answered by the request's head alone, often by something in front of the server. */
const BY_THE_HEAD = [401, 403, 405, 406, 413, 415, 429, 431, 503];

function look(exchange: Exchange): Verdict | undefined {
  const idToken = requestOf(exchange.request)?.idToken;
  if (idToken === undefined) return undefined;
  const id: unknown = JSON.parse(idToken);
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  const { message, http, rpc, idToken: answered } = answerOf(exchange);
  if (message?.kind !== 'error') return undefined;
  if (answered !== undefined && Object.is(JSON.parse(answered), id)) return { status: 'passed', http, rpc };
  const namesNone = answered === undefined || answered === 'null';
  if (namesNone && http !== undefined && BY_THE_HEAD.includes(http)) return undefined;
  return {
    status: 'failed',
    title: 'Server refused a request without saying which: the error does not carry its id',
    expected: `an error under id ${idToken}`,
    received: answered === undefined ? 'an error without id' : `an error under id ${answered}`,
    http,
    rpc,
  };
}

export const idEchoOnError: Check = {
  id: 'jsonrpc.id-echo-on-error',
  title: 'refuses under the id of the request',
  layer: 'envelope',
  level: 'must',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 basic/index § Error Responses',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'A call of an unknown tool. Runs on every other exchange that is seen as well.',
    right:
      'An error under the same id with the same JSON type. Null or no id is right only where none could be read: in an answer to the head alone (401, 403, 413 and the like), or to an id that is none.',
    why: 'A client with several requests open cannot tell which one failed.',
  },
  look,
  plan(era, known) {
    const as = known.config.principals[0]?.name ?? '';
    return {
      cases: [
        {
          subject: { era, transport: known.transport, principal: as, mutations: ['call-unknown-tool'] },
          *script() {
            const session = yield* sessionFor(era, as);
            const params = { name: 'no_such_tool', arguments: {} };
            yield* send('case', rpcRequest({ known, era, session, idToken: '"refused-1"' }, 'tools/call', params), {
              as,
              era,
            });
          },
        },
      ],
    };
  },
  judge: (evidence) =>
    onCase(
      evidence,
      (exchange) =>
        look(exchange) ?? { status: 'not-applicable', reason: 'the request was not refused with a JSON-RPC error' },
    ),
};
