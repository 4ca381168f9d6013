/** The cases that the checks on invalid arguments share: each violation of each tool, beside a valid call as control. */
import type { Case } from '../../case/case.js';
import type { Era } from '../../mcp/eras.js';
import type { Request } from '../../exchange/exchange.js';
import type { Subject } from '../../case/case.js';
import type { Knowledge, Plan } from '../check.js';
import { judgeArguments } from './arguments.js';
import { rpcRequest, toolCall } from './requests.js';
import { send, sessionFor } from './steps.js';
import { callables, validCalls, type Callable } from './tools.js';
import { violationsOf } from './violations.js';

export const isInvalidCall = (request: Request, { definition }: Subject): boolean =>
  judgeArguments(request, definition).kind === 'invalid';

function casesOf(known: Knowledge, era: Era, { principal, tool }: Callable): Case[] {
  const as = principal.name;
  const valid = validCalls(known, era).find((call) => call.tool.name === tool.name);
  const configured = known.config.tools[tool.name]?.arguments;
  return violationsOf(tool.definition['inputSchema'], valid?.arguments ?? configured).map((violation) => ({
    subject: {
      era,
      transport: known.transport,
      principal: as,
      tool: tool.name,
      definition: tool.definition,
      mutations: [violation.name],
    },
    key: `invalid ${era} ${as} ${tool.name} ${violation.name}`,
    controlKey: valid ? `call ${era} ${as} ${tool.name}` : `list ${era} ${as}`,
    // A tool that must not be run is still asked by a list: the caller is let in and the server answers.
    *control() {
      const session = yield* sessionFor(era, as);
      const request = valid
        ? toolCall({ known, era, session }, tool, valid.arguments)
        : rpcRequest({ known, era, session }, 'tools/list');
      yield* send('control', request, { as, era });
    },
    *script() {
      const session = yield* sessionFor(era, as);
      yield* send('case', toolCall({ known, era, session }, tool, violation.arguments), { as, era });
    },
  }));
}

export function planInvalidArguments(era: Era, known: Knowledge): Plan {
  const tools = callables(known, era);
  if (tools.length === 0) return { status: 'not-applicable', reason: 'the server offers no tools' };
  const cases = tools.flatMap((callable) => casesOf(known, era, callable));
  if (cases.length > 0) return { cases };
  return { status: 'not-applicable', reason: 'no input schema of its tools forbids anything' };
}
