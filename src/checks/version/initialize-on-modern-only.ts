/** A modern-only server turns a legacy client away with an answer that the client can understand. */
import type { Evidence } from '../../case/case.js';
import type { Check, Knowledge, Plan } from '../check.js';
import { CLIENT_INFO } from '../../mcp/envelope.js';
import { LATEST_VERSION, type Era } from '../../mcp/eras.js';
import { judgeRefusal, onCase } from '../kit/judge.js';
import { rpcRequest } from '../kit/requests.js';
import { send } from '../kit/steps.js';

const initialize = (known: Knowledge) =>
  rpcRequest({ known, era: 'legacy', session: [] }, 'initialize', {
    protocolVersion: LATEST_VERSION.legacy,
    capabilities: {},
    clientInfo: CLIENT_INFO,
  });

function planOf(era: Era, known: Knowledge): Plan {
  if (known.eras.legacy) return { status: 'not-applicable', reason: 'the server speaks the legacy era as well' };
  const as = known.config.principals[0]?.name ?? null;
  const channel = 'modern-only';
  return {
    cases: [
      {
        subject: { era, transport: known.transport, mutations: ['open-with-initialize'] },
        *control() {
          yield* send('control', rpcRequest({ known, era, session: [] }, 'server/discover'), { as, era });
        },
        *script() {
          yield { do: 'restart', channel };
          yield* send('case', initialize(known), { as, era: 'legacy', channel });
        },
      },
    ],
  };
}

const words = 'a legacy initialize on a modern-only server';

const common = {
  title: 'refuses initialize where it is modern-only',
  layer: 'era-and-version',
  level: 'should',
  kind: 'protocol',
  eras: ['modern'],
  needs: [],
  safety: 'refused',
  plan: planOf,
} as const satisfies Partial<Check>;

export const initializeOnModernOnly: Check = {
  ...common,
  id: 'version.initialize-on-modern-only',
  transports: ['http'],
  source: '2026-07-28 basic/versioning § Backward Compatibility with Initialization-Based Versions',
  explain: {
    sends: 'A 2025-11-25 initialize without modern headers or envelope, to a server that speaks the modern era alone.',
    right: 'HTTP 400 with -32022; -32020 and -32602 pass with a note, 404 with -32601 too.',
    why: 'The refusal is what a legacy client has to tell it that the server moved on.',
  },
  judge: (evidence: Evidence) =>
    onCase(evidence, (exchange) =>
      judgeRefusal(exchange, {
        words,
        present: () => true,
        accept: [
          { kind: 'error', http: [400], rpc: [-32022] },
          { kind: 'error', http: [400], rpc: [-32020], note: 'refused for its missing headers' },
          { kind: 'error', http: [400], rpc: [-32602], note: 'refused for its missing envelope' },
          { kind: 'error', http: [404], rpc: [-32601], note: '404 instead of 400' },
        ],
      }),
    ),
};

export const initializeOnModernOnlyStdio: Check = {
  ...common,
  id: 'version.initialize-on-modern-only-stdio',
  transports: ['stdio'],
  source: '2026-07-28 basic/versioning § Compatibility Matrix',
  explain: {
    sends: 'A 2025-11-25 initialize as the first line of a fresh process.',
    right: 'A JSON-RPC error of any code. Silence is a finding.',
    why: 'A legacy client that hears nothing waits until its own timeout.',
  },
  judge: (evidence: Evidence) =>
    onCase(evidence, (exchange) => judgeRefusal(exchange, { words, present: () => true, accept: [{ kind: 'error' }] })),
};
