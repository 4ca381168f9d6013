/** A version that the server does not speak is refused with the list of those that it does. */
import { editBody, editHeaders } from '../../exchange/draft.js';
import type { Request } from '../../exchange/exchange.js';
import { META_VERSION } from '../../mcp/envelope.js';
import { UNKNOWN_VERSION } from '../../mcp/eras.js';
import { withHeader } from '../../mcp/headers.js';
import { replaceAt } from '../../mcp/json-text.js';
import type { Check } from '../check.js';
import { isObject } from '../../mcp/json-rpc.js';
import { faultProbe, readRequest as readBase, type ChooseBase, type FaultProbe } from '../kit/fault-probe.js';
import { bodyVersion, readRequest } from '../kit/reading.js';
import { rpcRequest } from '../kit/requests.js';

const nameUnknown = (request: Request): Request =>
  editHeaders(
    editBody(request, (text) => replaceAt(text, ['params', '_meta', META_VERSION], JSON.stringify(UNKNOWN_VERSION))),
    (headers) => withHeader(headers, 'MCP-Protocol-Version', UNKNOWN_VERSION),
  );

const common = {
  layer: 'era-and-version',
  level: 'must',
  eras: ['modern'],
  needs: [],
  safety: 'refused',
  mutations: [{ name: 'swap-protocol-version', apply: nameUnknown }],
} as const satisfies Partial<FaultProbe>;

const LISTS = { tools: 'tools/list', prompts: 'prompts/list', resources: 'resources/list' } as const;

/**
 * A list that the server declares. Not server/discover: servers of the official SDK answer it on stdio whatever version
 * it names, as it is by this call that a client learns which ones there are.
 */
const listRequest: ChooseBase = (era, known) => {
  const declared = known.about[era]?.['capabilities'];
  const kind = (['tools', 'prompts', 'resources'] as const).find((one) => isObject(declared) && declared[one]);
  if (kind === undefined) return { missing: 'the server declares no tools, prompts or resources to be listed' };
  const as = known.config.principals[0]?.name ?? '';
  const method = LISTS[kind];
  return { as, method, build: (session) => rpcRequest({ known, era, session }, method) };
};

const WHY = 'The list in the error is how a client finds a revision that both speak.';

export const unknownModern: Check = faultProbe({
  ...common,
  base: readBase,
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

export const unknownModernStdio: Check = faultProbe({
  ...common,
  base: listRequest,
  id: 'version.unknown-modern-stdio',
  title: 'rejects an unknown protocol version with -32022 on stdio',
  transports: ['stdio'],
  source: '2026-07-28 basic/versioning § Protocol Version Negotiation',
  explain: {
    sends: 'tools/list (or another list that the server declares) whose envelope names 2099-01-01.',
    right: 'JSON-RPC error -32022 (UnsupportedProtocolVersion).',
    why: WHY,
  },
  fault: {
    words: 'a request that names an unknown protocol version',
    accept: [{ kind: 'error', rpc: [-32022] }],
    present(request) {
      const read = readRequest(request);
      return read !== undefined && read.rpc.method !== 'server/discover' && bodyVersion(read) === UNKNOWN_VERSION;
    },
  },
});
