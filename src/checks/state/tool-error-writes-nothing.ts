/** A tool error for invalid arguments means that nothing was done. */
import { stateAt, type Evidence } from '../../case/case.js';
import type { Check } from '../check.js';
import { judgeArguments } from '../kit/arguments.js';
import { describeAnswer } from '../../exchange/answer.js';
import { notTestable, onCase } from '../kit/judge.js';
import { comparedStates, describeChange } from '../kit/state.js';

export const toolErrorWritesNothing: Check = {
  id: 'state.tool-error-writes-nothing',
  title: 'changes nothing when a tool reports invalid arguments',
  layer: 'forbidden-effects',
  level: 'declared',
  kind: 'effect',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'not in the text; the point of an error',
  needs: ['state'],
  safety: 'refused',
  explain: {
    sends:
      'Nothing of its own: fuzz sends calls with one violation of the advertised schema each and reads the storage before and after.',
    right:
      'The same storage where the arguments break the schema and the answer is a tool error. A failure on valid arguments is not judged.',
    why: 'A model mends a refused call and sends it again: what the first one left behind is then there twice.',
  },
  fuzzed: true,
  judge: (evidence: Evidence) =>
    onCase(evidence, (exchange, answer) => {
      const pair = comparedStates(evidence, 'before', 'after');
      if (!pair || !stateAt(evidence, 'before'))
        return notTestable(evidence.failure ?? 'the state was not read around the call');
      const { http, rpc } = answer;
      const invalid = judgeArguments(exchange.request, evidence.subject.definition).kind === 'invalid';
      if (pair.same || answer.kind !== 'tool_error' || !invalid) return { status: 'passed', http, rpc, state: pair };
      return {
        status: 'failed',
        title: 'Tool reported invalid arguments after it had changed the storage',
        expected: 'the same storage as before the call',
        received: `${describeAnswer(answer)}, and ${describeChange(pair)}`,
        http,
        rpc,
        state: pair,
      };
    }),
};
