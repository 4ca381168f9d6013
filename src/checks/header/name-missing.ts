/** `Mcp-Name` is required where the method names a tool, a prompt or a resource. */
import { editHeaders } from '../../exchange/draft.js';
import { NAMED_BY } from '../../mcp/envelope.js';
import { withoutHeader } from '../../mcp/headers.js';
import type { Check } from '../check.js';
import { faultProbe, toolRequest } from '../kit/fault-probe.js';
import { readRequest } from '../kit/reading.js';

export const nameMissing: Check = faultProbe({
  id: 'header.name-missing',
  title: 'rejects a call without Mcp-Name',
  layer: 'envelope',
  level: 'must',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/transports/streamable-http § Standard Request Headers',
  needs: ['safe-args'],
  safety: 'refused',
  explain: {
    sends: 'A valid tool call without its Mcp-Name header.',
    right: 'HTTP 400 with JSON-RPC error -32020 (HeaderMismatch), and the tool does not run.',
    why: 'A gateway that decides by the header sees nothing to decide on.',
  },
  base: toolRequest,
  fault: {
    words: 'a call without Mcp-Name',
    accept: [{ kind: 'error', http: [400], rpc: [-32020] }],
    present(request) {
      const read = readRequest(request);
      return read !== undefined && NAMED_BY[read.rpc.method] !== undefined && read.names.length === 0;
    },
  },
  mutations: [
    {
      name: 'drop-name-header',
      apply: (request) => editHeaders(request, (headers) => withoutHeader(headers, 'Mcp-Name')),
    },
  ],
});
