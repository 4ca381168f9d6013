/** The answer carries the request's id, in value and type. */
import type { Check } from '../check.js';
import type { Verdict } from '../../case/verdict.js';
import { answerOf, requestOf } from '../../exchange/answer.js';
import type { Exchange } from '../../exchange/exchange.js';
import { rpcRequest } from '../kit/requests.js';
import { send, sessionFor } from '../kit/steps.js';
import { onCase } from '../kit/judge.js';

/** Ids of every legal kind; each is JSON text. Source: 2026-07-28 basic/index § Requests (string or integer). */
const ID_TOKENS = [
  '0',
  '-1',
  '1',
  '9007199254740991',
  '"1"',
  '""',
  '"8f14e45f-ceea-467f-a8f5-5f1b39e1d2a0"',
  JSON.stringify('ключ-鍵-🗝'.repeat(20)),
];

/** Two tokens are the same id where they parse to the same value of the same type. */
const sameId = (one: string, two: string): boolean => Object.is(JSON.parse(one), JSON.parse(two));

/** Ids that are neither a string nor an integer may be answered with any id or none. */
const isLegal = (token: string): boolean => {
  const id: unknown = JSON.parse(token);
  return typeof id === 'string' || Number.isSafeInteger(id);
};

function look(exchange: Exchange): Verdict | undefined {
  const idToken = requestOf(exchange.request)?.idToken;
  if (idToken === undefined || !isLegal(idToken)) return undefined;
  const { message, http, rpc, idToken: answered } = answerOf(exchange);
  if (message?.kind !== 'result') return undefined;
  if (answered !== undefined && sameId(idToken, answered)) return { status: 'passed', http, rpc };
  return {
    status: 'failed',
    title: 'Server answered a request under another id',
    expected: `id ${idToken}`,
    received: answered === undefined ? 'no id' : `id ${answered}`,
    http,
    rpc,
  };
}

export const idEcho: Check = {
  id: 'jsonrpc.id-echo',
  title: 'answers under the id of the request',
  layer: 'envelope',
  level: 'must',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 basic/index § Responses',
  needs: [],
  safety: 'read-only',
  explain: {
    sends:
      'A read request under the ids 0, -1, 1, 2^53-1, "1", "", a UUID and a long Unicode string. Runs on every other exchange that is seen as well.',
    right: 'The same id with the same JSON type. A refusal of the empty string passes with a note.',
    why: 'An answer under another id is delivered to nobody, or to the wrong caller.',
  },
  look,
  plan: (era, known) => ({
    cases: ID_TOKENS.map((idToken) => ({
      subject: {
        era,
        transport: known.transport,
        principal: known.config.principals[0]?.name ?? '',
        mutations: [`use-id-${idToken.length > 24 ? 'long-unicode' : idToken}`],
      },
      *script() {
        const as = known.config.principals[0]?.name ?? '';
        const session = yield* sessionFor(era, as);
        const method = era === 'modern' ? 'server/discover' : 'ping';
        yield* send('case', rpcRequest({ known, era, session, idToken }, method), { as, era });
      },
    })),
  }),
  judge: (evidence) =>
    onCase(evidence, (exchange, answer) => {
      const verdict = look(exchange);
      if (verdict) return verdict;
      const idToken = requestOf(exchange.request)?.idToken;
      const { http, rpc } = answer;
      if (answer.kind === 'error' && idToken === '""')
        return { status: 'passed', http, rpc, note: 'the empty string was refused as an id' };
      if (answer.kind === 'error')
        return { status: 'not-applicable', reason: 'the request was refused; jsonrpc.id-echo-on-error judges that' };
      return {
        status: 'failed',
        title: 'Server did not answer a request with a legal id',
        expected: `a result under id ${idToken}`,
        received: exchange.error ?? 'no response',
        http,
        rpc,
      };
    }),
};
