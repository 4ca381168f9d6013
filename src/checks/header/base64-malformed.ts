/** A sentinel-encoded `Mcp-Name` must hold standard Base64 of UTF-8. */
import { editHeaders } from '../../exchange/draft.js';
import { NAMED_BY } from '../../mcp/envelope.js';
import { withHeader } from '../../mcp/headers.js';
import type { Check } from '../check.js';
import { faultProbe, toolRequest } from '../kit/fault-probe.js';
import { readRequest } from '../kit/reading.js';

export const base64Malformed: Check = faultProbe({
  id: 'header.base64-malformed',
  title: 'rejects an Mcp-Name whose Base64 is malformed',
  layer: 'envelope',
  level: 'should',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/transports/streamable-http § Value Encoding, § Server Behavior for Custom Headers',
  needs: ['safe-args'],
  safety: 'refused',
  explain: {
    sends:
      'A valid tool call whose Mcp-Name is =?base64?…?= with a character outside the alphabet, or bytes that are not UTF-8.',
    right:
      'HTTP 400 with JSON-RPC error -32020. A decoder that is lenient and still gets the exact name is graded heuristic.',
    why: 'Two parties that decode a broken value differently act on two different names.',
  },
  base: toolRequest,
  fault: {
    words: 'a call whose Mcp-Name is malformed Base64',
    accept: [{ kind: 'error', http: [400], rpc: [-32020] }],
    grade: [{ when: ({ kind, http }) => kind === 'result' && http === 200, level: 'heuristic' }],
    present(request) {
      const read = readRequest(request);
      return (
        read !== undefined &&
        NAMED_BY[read.rpc.method] !== undefined &&
        read.names.length === 1 &&
        read.names[0] === undefined
      );
    },
  },
  mutations: [
    {
      name: 'malform-base64-name',
      apply: (request, { base }) =>
        editHeaders(request, (headers) =>
          withHeader(
            headers,
            'Mcp-Name',
            `=?base64?${Buffer.from(base.tool ?? '')
              .toString('base64')
              .slice(0, 3)}*?=`,
          ),
        ),
    },
    {
      name: 'encode-name-as-latin1',
      apply: (request) =>
        editHeaders(request, (headers) =>
          withHeader(headers, 'Mcp-Name', `=?base64?${Buffer.from([0xe9, 0xff]).toString('base64')}?=`),
        ),
    },
  ],
});
