/** An unknown tool is a protocol error, not a failed call. */
import { requestOf } from '../../exchange/answer.js';
import type { Check, Knowledge, RequestFault } from '../check.js';
import type { Era } from '../../mcp/eras.js';
import { judgeRefusal, onCase } from '../kit/judge.js';
import { rpcRequest } from '../kit/requests.js';
import { send, sessionFor } from '../kit/steps.js';

/** Names that no tool has: a plain one, members that every JavaScript object has, and near misses of a real one. */
function unknownNames(known: Knowledge, era: Era): { readonly mutation: string; readonly name: string }[] {
  const listed = new Set(
    known.config.principals.flatMap(({ name }) => known.tools(name, era).map((tool) => tool.name)),
  );
  const [real] = [...listed];
  return [
    { mutation: 'call-unknown-tool', name: 'no_such_tool' },
    { mutation: 'call-inherited-member', name: 'constructor' },
    { mutation: 'call-prototype', name: '__proto__' },
    ...(real === undefined
      ? []
      : [
          { mutation: 'change-tool-case', name: real === real.toUpperCase() ? real.toLowerCase() : real.toUpperCase() },
          { mutation: 'misspell-tool', name: `${real}_` },
        ]),
  ].filter(({ name }) => !listed.has(name));
}

const fault: RequestFault = {
  words: 'a call of a tool that does not exist',
  accept: [{ kind: 'error', rpc: [-32602] }],
  grade: [
    { when: ({ kind }) => kind === 'tool_error', level: 'divergence' },
    { when: ({ kind }) => kind === 'error', level: 'should' },
    { when: ({ kind }) => kind === 'result', level: 'must' },
  ],
  present: (request, { mutations }) =>
    requestOf(request)?.method === 'tools/call' && (mutations?.includes('call-unknown-tool') ?? false),
};

export const unknownTool: Check = {
  id: 'tools.unknown-tool',
  title: 'answers an unknown tool with -32602',
  layer: 'behaviour',
  level: 'must',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 server/tools § Error Handling',
  needs: [],
  safety: 'refused',
  explain: {
    sends:
      'tools/call with a name that no tool has (with a matching Mcp-Name): a plain one, constructor, __proto__, another letter case, a near miss.',
    right:
      'JSON-RPC error -32602; the HTTP status is free. A tool error is a divergence, as most servers of the SDKs give one.',
    why: 'A client tells "there is no such tool" from "the tool failed" by the channel.',
  },
  fault,
  plan(era, known) {
    const [principal] = known.config.principals;
    if (!principal || known.tools(principal.name, era).length === 0)
      return { status: 'not-applicable', reason: 'the server offers no tools' };
    const as = principal.name;
    return {
      cases: unknownNames(known, era).map(({ mutation, name }) => ({
        subject: { era, transport: known.transport, principal: as, mutations: [mutation] },
        // A list and no call: it shows that the caller is let in, and needs no leave when a finding is replayed.
        *control() {
          const session = yield* sessionFor(era, as);
          const request = rpcRequest({ known, era, session }, 'tools/list');
          yield* send('control', request, { as, era });
        },
        *script() {
          const session = yield* sessionFor(era, as);
          yield* send('case', rpcRequest({ known, era, session }, 'tools/call', { name, arguments: {} }), { as, era });
        },
      })),
    };
  },
  judge: (evidence) => onCase(evidence, (exchange) => judgeRefusal(exchange, fault)),
};
