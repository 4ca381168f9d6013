/** The server survives any input. Only the engine can see it: by a plain request after each case. */
import type { Check } from '../check.js';
import type { Evidence } from '../../case/case.js';
import type { Verdict } from '../../case/verdict.js';
import { judgedExchange, notTestable } from '../kit/judge.js';

function judge(evidence: Evidence): Verdict {
  if (evidence.alive === undefined)
    return notTestable('nothing was sent after the case to see whether the server lives');
  if (evidence.alive) return { status: 'passed' };
  const exchange = judgedExchange(evidence);
  return {
    status: 'failed',
    title: 'Server died of a request',
    expected: 'an answer of any kind, and to the next request as well',
    received: exchange?.error ?? 'no answer to a plain request afterwards',
  };
}

export const crash: Check = {
  id: 'robust.crash',
  title: 'survives every request',
  layer: 'robustness',
  level: 'must',
  kind: 'effect',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'not in the text; a server process must survive any input',
  needs: [],
  safety: 'read-only',
  explain: {
    sends:
      'A plain request (server/discover, or initialize and ping) after every case of the other checks and of fuzz.',
    right: 'It is answered, and the process was not started anew.',
    why: 'One caller must not be able to end the service of all others.',
  },
  onEveryCase: 'all',
  judge,
};
