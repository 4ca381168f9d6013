/** Inputs are validated: a call that breaks the advertised schema does not succeed. */
import type { Check, RequestFault } from '../check.js';
import { isInvalidCall, planInvalidArguments } from '../kit/invalid-arguments.js';
import { judgeRefusal, onCase } from '../kit/judge.js';

const fault: RequestFault = {
  words: 'arguments that break the advertised input schema',
  // Only a success is judged here; in which channel and with which code it is refused are checks of their own.
  accept: [{ kind: 'tool_error' }, { kind: 'error' }, { kind: 'empty' }, { kind: 'foreign' }, { kind: 'none' }],
  present: isInvalidCall,
};

export const invalidArgsAccepted: Check = {
  id: 'tools.invalid-args-accepted',
  title: 'never carries out a call whose arguments break the advertised schema',
  layer: 'behaviour',
  level: 'must',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 server/tools § Security Considerations (validate all tool inputs)',
  needs: [],
  safety: 'refused',
  explain: {
    sends:
      'Calls with one violation each of the advertised inputSchema: a required argument dropped, one of a wrong type, an undeclared one where the schema forbids it.',
    right: 'A tool error or a JSON-RPC error; never a success. format is not asserted.',
    why: 'A model is told the schema and nothing else: what lies outside it must not have effects.',
  },
  fault,
  plan: planInvalidArguments,
  judge: (evidence) => onCase(evidence, (exchange) => judgeRefusal(exchange, fault)),
};
