/** Bad input is the client's fault, and HTTP has a class of statuses for that. */
import type { Check } from '../check.js';
import { answerOf, describeAnswer } from '../../exchange/answer.js';
import type { Exchange } from '../../exchange/exchange.js';
import type { Verdict } from '../../case/verdict.js';
import { onCase } from '../kit/judge.js';

/** 503 is what a deployment says of itself, 501 what a server may say of a method it never heard of. */
const isServerFault = (http: number | undefined): boolean =>
  http !== undefined && http >= 500 && http !== 503 && http !== 501;

/** Judges the answer to a request that is known to be faulty. */
export function judgeFaulty(exchange: Exchange): Verdict {
  const answer = answerOf(exchange);
  const { http, rpc } = answer;
  if (!isServerFault(http)) return { status: 'passed', http, rpc };
  return {
    status: 'failed',
    title: `Server answered a faulty request with HTTP ${http}, as if the fault were its own`,
    expected: 'HTTP 4xx',
    received: describeAnswer(answer),
    http,
    rpc,
  };
}

export const serverErrorOnClientFault: Check = {
  id: 'http.5xx-on-client-fault',
  title: 'never answers a faulty request with a 5xx',
  layer: 'robustness',
  level: 'heuristic',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http'],
  source: 'not in the text; RFC 9110 § 15.5, § 15.6',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'Nothing of its own: it looks at the answer to every request that another check or fuzz made faulty.',
    right: 'Anything but a 5xx; 501 and 503 have meanings of their own.',
    why: 'Clients and gateways retry a 5xx, and an operator is woken for it.',
  },
  onEveryCase: 'faulty',
  judge: (evidence) => onCase(evidence, judgeFaulty),
};
