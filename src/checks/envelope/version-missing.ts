/** Rejects an envelope without protocolVersion: the member is required in every envelope. */
import { editBody } from '../../exchange/draft.js';
import { META_VERSION } from '../../mcp/envelope.js';
import { parseJson } from '../../mcp/json-text.js';
import { isObject } from '../../mcp/json-rpc.js';
import type { Check } from '../check.js';
import { faultProbe, readRequest as readBase } from '../kit/fault-probe.js';
import { readRequest } from '../kit/reading.js';

export const envelopeVersionMissing: Check = faultProbe({
  id: 'envelope.version-missing',
  title: 'rejects an envelope without protocolVersion',
  layer: 'envelope',
  level: 'must',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/index § _meta, per-request protocol fields',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'server/discover with all headers and an envelope that lacks protocolVersion.',
    right: 'HTTP 400 with JSON-RPC error -32602. -32020 passes with a note: the header has nothing to match.',
    why: 'A request that does not say which revision it follows can only be guessed at.',
  },
  base: readBase,
  fault: {
    words: 'a request whose envelope has no protocolVersion',
    accept: [
      { kind: 'error', http: [400], rpc: [-32602] },
      { kind: 'error', http: [400], rpc: [-32020], note: 'the header was compared with the body first' },
    ],
    present(request) {
      const read = readRequest(request);
      return read?.meta !== undefined && !Object.hasOwn(read.meta, META_VERSION);
    },
  },
  mutations: [
    {
      name: 'drop-version-from-meta',
      apply: (request) =>
        editBody(request, (text) => {
          const message = parseJson(text);
          if (!isObject(message) || !isObject(message['params']) || !isObject(message['params']['_meta'])) return text;
          const { [META_VERSION]: _dropped, ...meta } = message['params']['_meta'];
          return JSON.stringify({ ...message, params: { ...message['params'], _meta: meta } });
        }),
    },
  ],
});
