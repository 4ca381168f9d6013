/** Rejects an envelope without clientCapabilities: the member is required in every envelope. */
import { editBody } from '../../exchange/draft.js';
import { META_CAPABILITIES } from '../../mcp/envelope.js';
import { parseJson } from '../../mcp/json-text.js';
import { isObject } from '../../mcp/json-rpc.js';
import type { Check } from '../check.js';
import { faultProbe, readRequest as readBase } from '../kit/fault-probe.js';
import { readRequest } from '../kit/reading.js';

export const capabilitiesMissing: Check = faultProbe({
  id: 'envelope.capabilities-missing',
  title: 'rejects an envelope without clientCapabilities',
  layer: 'envelope',
  level: 'must',
  eras: ['modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 basic/index § _meta, per-request protocol fields',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'server/discover with all headers and an envelope that lacks clientCapabilities.',
    right: 'JSON-RPC error -32602, over HTTP with status 400.',
    why: 'A server that assumes capabilities may ask its client for what it cannot give.',
  },
  base: readBase,
  fault: {
    words: 'a request whose envelope has no clientCapabilities',
    accept: [{ kind: 'error', http: [400], rpc: [-32602] }],
    present(request) {
      const read = readRequest(request);
      return read?.meta !== undefined && !Object.hasOwn(read.meta, META_CAPABILITIES);
    },
  },
  mutations: [
    {
      name: 'drop-capabilities-from-meta',
      apply: (request) =>
        editBody(request, (text) => {
          const message = parseJson(text);
          if (!isObject(message) || !isObject(message['params']) || !isObject(message['params']['_meta'])) return text;
          const { [META_CAPABILITIES]: _dropped, ...meta } = message['params']['_meta'];
          return JSON.stringify({ ...message, params: { ...message['params'], _meta: meta } });
        }),
    },
  ],
});
