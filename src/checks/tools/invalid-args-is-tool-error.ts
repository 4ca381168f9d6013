/** Invalid arguments are told in the channel that reaches the model: a result with `isError`. */
import type { Check, RequestFault } from '../check.js';
import { answerOf } from '../../exchange/answer.js';
import { isInvalidCall, planInvalidArguments } from '../kit/invalid-arguments.js';
import { judgeRefusal, onCase } from '../kit/judge.js';

const fault: RequestFault = {
  words: 'arguments that break the advertised input schema',
  accept: [
    { kind: 'tool_error', http: [200] },
    { kind: 'error', http: [200, 400], rpc: [-32602], note: 'a protocol error instead of a tool error' },
  ],
  present: isInvalidCall,
};

export const invalidArgsIsToolError: Check = {
  id: 'tools.invalid-args-is-tool-error',
  title: 'reports invalid arguments as a tool error',
  layer: 'behaviour',
  level: 'should',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 server/tools § Error Handling; schema § InvalidParamsError',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'The same calls as tools.invalid-args-accepted.',
    right:
      'HTTP 200 with isError: true and text that names the problem. -32602 passes with a note, as the schema page lists invalid arguments there too.',
    why: 'A model can mend a call whose error it is shown; a protocol error stops at the client.',
  },
  fault,
  plan: planInvalidArguments,
  judge: (evidence) =>
    onCase(evidence, (exchange) => {
      // A success is tools.invalid-args-accepted's, a 5xx or -32603 tools.invalid-args-no-protocol-500's.
      const { kind, http, rpc } = answerOf(exchange);
      if (kind === 'result' || rpc === -32603 || (http ?? 0) >= 500) {
        return { status: 'not-applicable', reason: 'the call was not refused as invalid' };
      }
      return judgeRefusal(exchange, fault);
    }),
};
