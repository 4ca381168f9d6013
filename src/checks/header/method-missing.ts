/** `Mcp-Method` is required on every request of the modern era over HTTP. */
import { editHeaders } from '../../exchange/draft.js';
import { withoutHeader } from '../../mcp/headers.js';
import type { Check } from '../check.js';
import { faultProbe, readRequest as readBase } from '../kit/fault-probe.js';
import { readRequest } from '../kit/reading.js';

export const methodMissing: Check = faultProbe({
  id: 'header.method-missing',
  title: 'rejects a request without Mcp-Method',
  layer: 'envelope',
  level: 'must',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/transports/streamable-http § Standard Request Headers, § Server Validation',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'server/discover with a full envelope and no Mcp-Method header.',
    right: 'HTTP 400 with JSON-RPC error -32020 (HeaderMismatch).',
    why: 'A gateway that decides by the header sees nothing to decide on.',
  },
  base: readBase,
  fault: {
    words: 'a request without Mcp-Method',
    accept: [{ kind: 'error', http: [400], rpc: [-32020] }],
    present(request) {
      const read = readRequest(request);
      return read !== undefined && read.methods.length === 0;
    },
  },
  mutations: [
    {
      name: 'drop-method-header',
      apply: (request) => editHeaders(request, (headers) => withoutHeader(headers, 'Mcp-Method')),
    },
  ],
});
