/** A version that the server does not speak is refused with the list of those that it does. */
import type { Script } from '../../case/case.js';
import { editBody, editHeaders } from '../../exchange/draft.js';
import type { Request } from '../../exchange/exchange.js';
import { META_VERSION } from '../../mcp/envelope.js';
import { UNKNOWN_VERSION } from '../../mcp/eras.js';
import { withHeader } from '../../mcp/headers.js';
import { replaceAt } from '../../mcp/json-text.js';
import type { Check } from '../check.js';
import { faultProbe, readRequest as readBase } from '../kit/fault-probe.js';
import { bodyVersion, readRequest } from '../kit/reading.js';
import { rpcRequest } from '../kit/requests.js';
import { judgeRefusal, onCase } from '../kit/judge.js';
import { send } from '../kit/steps.js';

const nameUnknown = (request: Request): Request =>
  editHeaders(
    editBody(request, (text) => replaceAt(text, ['params', '_meta', META_VERSION], JSON.stringify(UNKNOWN_VERSION))),
    (headers) => withHeader(headers, 'MCP-Protocol-Version', UNKNOWN_VERSION),
  );

const NAME = 'swap-protocol-version';

const common = {
  layer: 'era-and-version',
  level: 'must',
  eras: ['modern'],
  needs: [],
  safety: 'refused',
} as const satisfies Partial<Check>;

const WHY = 'The list in the error is how a client finds a revision that both speak.';

export const unknownModern: Check = faultProbe({
  ...common,
  base: readBase,
  mutations: [{ name: NAME, apply: nameUnknown }],
  id: 'version.unknown-modern',
  title: 'rejects an unknown protocol version with -32022',
  transports: ['http'],
  source:
    '2026-07-28 basic/versioning § Protocol Version Negotiation; basic/transports/streamable-http § Protocol Version Header',
  explain: {
    sends: 'server/discover that names 2099-01-01 in header and envelope alike.',
    right: 'HTTP 400 with JSON-RPC error -32022 (UnsupportedProtocolVersion).',
    why: WHY,
  },
  fault: {
    words: 'a request that names an unknown protocol version',
    accept: [{ kind: 'error', http: [400], rpc: [-32022] }],
    present(request) {
      const read = readRequest(request);
      return (
        read?.versions.length === 1 && read.versions[0] === UNKNOWN_VERSION && bodyVersion(read) === UNKNOWN_VERSION
      );
    },
  },
});

const refusal = { kind: 'error', rpc: [-32022] } as const;
const STDIO_WORDS = 'a request that names an unknown protocol version';

export const unknownModernStdio: Check = {
  ...common,
  id: 'version.unknown-modern-stdio',
  title: 'rejects an unknown protocol version with -32022 on stdio',
  kind: 'protocol',
  transports: ['stdio'],
  source: '2026-07-28 basic/versioning § Protocol Version Negotiation',
  explain: {
    sends: 'server/discover whose envelope names 2099-01-01, as the first line of a fresh process.',
    right: 'JSON-RPC error -32022 (UnsupportedProtocolVersion).',
    why: WHY,
  },
  plan(era, known) {
    const as = known.config.principals[0]?.name ?? null;
    const channel = 'unknown-version';
    const discover = rpcRequest({ known, era, session: [] }, 'server/discover');
    const script = (label: string, request: Request): Script =>
      function* () {
        yield { do: 'restart', channel };
        yield* send(label, request, { as, era, channel });
      };
    return {
      cases: [
        {
          subject: { era, transport: known.transport, mutations: [NAME] },
          control: script('control', discover),
          script: script('case', nameUnknown(discover)),
        },
      ],
    };
  },
  judge: (evidence) =>
    onCase(evidence, (exchange) =>
      judgeRefusal(exchange, { words: STDIO_WORDS, accept: [refusal], present: () => true }),
    ),
  // A process that another request has opened may keep to the version of that one, as those of the official SDK do.
  fault: {
    words: STDIO_WORDS,
    accept: [refusal, { kind: 'any', note: 'the process was opened by another version' }],
    present(request) {
      const read = readRequest(request);
      return read !== undefined && bodyVersion(read) === UNKNOWN_VERSION;
    },
  },
};
