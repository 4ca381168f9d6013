/** `MCP-Protocol-Version` is required; only a server that speaks revisions before 2025-06-18 may read its absence as one of them. */
import { exchangeOf, type Evidence } from '../../case/case.js';
import { answerOf } from '../../exchange/answer.js';
import { editHeaders } from '../../exchange/draft.js';
import { withoutHeader } from '../../mcp/headers.js';
import type { Check } from '../check.js';
import { faultProbe, readRequest as readBase } from '../kit/fault-probe.js';
import { bodyVersion, readRequest } from '../kit/reading.js';
import { rpcRequest } from '../kit/requests.js';
import { judgeRefusal, onCase } from '../kit/judge.js';
import { send } from '../kit/steps.js';

const refusal = { kind: 'error', http: [400], rpc: [-32020] } as const;
const readAsOld = { kind: 'result', http: [200], note: 'read as a request of a revision before 2025-06-18' } as const;

const probe = faultProbe({
  id: 'header.version-missing',
  title: 'rejects a request of the modern era without MCP-Protocol-Version',
  layer: 'envelope',
  level: 'must',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/transports/streamable-http § Protocol Version Header, § Server Validation',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'server/discover with a full envelope and no MCP-Protocol-Version header; and initialize with 2025-03-26.',
    right: 'HTTP 400 with JSON-RPC error -32020. A result passes with a note where the server also speaks 2025-03-26.',
    why: 'Without the header a gateway cannot tell which rules a request follows.',
  },
  base: readBase,
  fault: {
    words: 'a request of the modern era without MCP-Protocol-Version',
    accept: [refusal, readAsOld],
    present(request) {
      const read = readRequest(request);
      return read !== undefined && read.versions.length === 0 && bodyVersion(read) !== undefined;
    },
  },
  mutations: [
    {
      name: 'drop-version-header',
      apply: (request) => editHeaders(request, (headers) => withoutHeader(headers, 'MCP-Protocol-Version')),
    },
  ],
});

const speaksOld = (evidence: Evidence): boolean => {
  const old = exchangeOf(evidence, 'old-initialize');
  return old !== undefined && answerOf(old).kind === 'result';
};

export const versionMissing: Check = {
  ...probe,
  plan(era, known) {
    const plan = probe.plan?.(era, known) ?? { cases: [] };
    if (!('cases' in plan)) return plan;
    const params = {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'mcp-shakedown', version: '0' },
    };
    const old = rpcRequest({ known, era: 'legacy', session: [], idToken: '"old"' }, 'initialize', params);
    return {
      cases: plan.cases.map((one) => ({
        ...one,
        *script() {
          yield* send('old-initialize', old, { as: one.subject.principal ?? null, era: 'legacy' });
          yield* one.script();
        },
      })),
    };
  },
  judge: (evidence) =>
    onCase(evidence, (exchange) => {
      const words = probe.fault?.words ?? '';
      const accept = speaksOld(evidence) ? [refusal, readAsOld] : [refusal];
      return judgeRefusal(exchange, { words, accept, present: () => true });
    }),
};
