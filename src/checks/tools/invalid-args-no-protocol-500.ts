/** Bad input is the caller's fault, and never answered as a fault of the server. */
import type { Check, RequestFault } from '../check.js';
import { isInvalidCall, planInvalidArguments } from '../kit/invalid-arguments.js';
import { judgeRefusal, onCase } from '../kit/judge.js';

const fault: RequestFault = {
  words: 'arguments that break the advertised input schema',
  accept: [{ kind: 'any', where: ({ http, rpc }) => rpc !== -32603 && (http ?? 0) < 500 }],
  present: isInvalidCall,
};

export const invalidArgsNoProtocol500: Check = {
  id: 'tools.invalid-args-no-protocol-500',
  title: 'never answers invalid arguments with an internal error',
  layer: 'behaviour',
  level: 'heuristic',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'not in the text; JSON-RPC 2.0 § 5.1 (-32603 is an internal error)',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'The same calls as tools.invalid-args-accepted.',
    right: 'Anything but -32603 and 5xx.',
    why: 'An internal error tells the caller to try again what can never succeed.',
  },
  fault,
  plan: planInvalidArguments,
  judge: (evidence) => onCase(evidence, (exchange) => judgeRefusal(exchange, fault)),
};
