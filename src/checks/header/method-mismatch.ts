/** `Mcp-Method` must equal the method in the body, letter for letter. */
import { editHeaders } from '../../exchange/draft.js';
import { withHeader } from '../../mcp/headers.js';
import type { Check } from '../check.js';
import { faultProbe, readRequest as readBase } from '../kit/fault-probe.js';
import { readRequest } from '../kit/reading.js';

export const methodMismatch: Check = faultProbe({
  id: 'header.method-mismatch',
  title: 'rejects a request whose Mcp-Method differs from the body',
  layer: 'envelope',
  level: 'must',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/transports/streamable-http § Server Validation',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'server/discover whose Mcp-Method header says tools/list.',
    right: 'HTTP 400 with JSON-RPC error -32020 (HeaderMismatch); neither method is carried out.',
    why: 'A gateway that allows or routes by the header would let through what the body really asks for.',
  },
  base: readBase,
  fault: {
    words: 'a request whose Mcp-Method differs from the body',
    accept: [{ kind: 'error', http: [400], rpc: [-32020] }],
    present(request) {
      const read = readRequest(request);
      return read !== undefined && read.methods.length === 1 && read.methods[0] !== read.rpc.method;
    },
  },
  mutations: [
    {
      name: 'swap-method-header',
      apply: (request) => editHeaders(request, (headers) => withHeader(headers, 'Mcp-Method', 'tools/list')),
    },
  ],
});
