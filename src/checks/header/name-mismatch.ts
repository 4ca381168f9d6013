/** `Mcp-Name` must equal the name in the body: gateways route and authorize by the header, the server acts on the body. */
import { editHeaders } from '../../exchange/draft.js';
import { NAMED_BY } from '../../mcp/envelope.js';
import { encodeHeaderValue, withHeader } from '../../mcp/headers.js';
import type { Check } from '../check.js';
import { faultProbe, toolRequest } from '../kit/fault-probe.js';
import { readRequest } from '../kit/reading.js';

export const nameMismatch: Check = faultProbe({
  id: 'header.name-mismatch',
  title: 'rejects a call whose Mcp-Name differs from the body',
  layer: 'envelope',
  level: 'must',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/transports/streamable-http § Server Validation',
  needs: ['safe-args'],
  safety: 'refused',
  explain: {
    sends: 'A valid tool call whose Mcp-Name header names another tool of the server than the body does.',
    right: 'HTTP 400 with JSON-RPC error -32020 (HeaderMismatch), and neither tool runs.',
    why: 'A gateway that allows or routes by the header would let through what the body really asks for.',
  },
  base: toolRequest,
  fault: {
    words: 'a call whose Mcp-Name differs from the body',
    accept: [{ kind: 'error', http: [400], rpc: [-32020] }],
    present(request) {
      const read = readRequest(request);
      if (!read || NAMED_BY[read.rpc.method] === undefined || read.rpc.name === undefined) return false;
      return read.names.length === 1 && read.names[0] !== undefined && read.names[0] !== read.rpc.name;
    },
  },
  mutations: [
    {
      name: 'swap-name-header',
      apply(request, { known, base, era }) {
        const others = known.config.principals.flatMap(({ name }) => known.tools(name, era).map((tool) => tool.name));
        const other = others.find((name) => name !== base.tool) ?? `${base.tool}_2`;
        return editHeaders(request, (headers) => withHeader(headers, 'Mcp-Name', encodeHeaderValue(other)));
      },
    },
  ],
});
