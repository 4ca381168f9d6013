/** `MCP-Protocol-Version` must equal the version in the envelope. */
import { editHeaders } from '../../exchange/draft.js';
import { LATEST_VERSION, UNKNOWN_VERSION } from '../../mcp/eras.js';
import { withHeader } from '../../mcp/headers.js';
import type { Check } from '../check.js';
import { faultProbe, readRequest as readBase } from '../kit/fault-probe.js';
import { bodyVersion, readRequest } from '../kit/reading.js';

const withVersion = (version: string) => (request: Parameters<typeof editHeaders>[0]) =>
  editHeaders(request, (headers) => withHeader(headers, 'MCP-Protocol-Version', version));

export const versionMismatch: Check = faultProbe({
  id: 'header.version-mismatch',
  title: 'rejects a request whose version header differs from its envelope',
  layer: 'envelope',
  level: 'must',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/transports/streamable-http § Protocol Version Header, § Server Validation',
  needs: [],
  safety: 'refused',
  explain: {
    sends:
      'server/discover whose envelope says 2026-07-28 and whose MCP-Protocol-Version header says 2025-11-25, then 2099-01-01.',
    right:
      'HTTP 400 with JSON-RPC error -32020. -32022 passes with a note, as one of the two versions may be unsupported as well.',
    why: 'Header and body would be read under two revisions by two parties.',
  },
  base: readBase,
  fault: {
    words: 'a request whose version header differs from its envelope',
    accept: [
      { kind: 'error', http: [400], rpc: [-32020] },
      { kind: 'error', http: [400], rpc: [-32022], note: 'one of the two versions is also unsupported' },
    ],
    present(request) {
      const read = readRequest(request);
      if (!read || read.versions.length !== 1) return false;
      const inBody = bodyVersion(read);
      return typeof inBody === 'string' && inBody !== read.versions[0];
    },
  },
  mutations: [
    { name: 'swap-version-header-for-legacy', apply: withVersion(LATEST_VERSION.legacy) },
    { name: 'swap-version-header-for-unknown', apply: withVersion(UNKNOWN_VERSION) },
  ],
});
