/** Every request of the modern era carries its envelope in `params._meta`. */
import { editBody } from '../../exchange/draft.js';
import { parseJson } from '../../mcp/json-text.js';
import { isObject, type JsonObject } from '../../mcp/json-rpc.js';
import type { Check } from '../check.js';
import { faultProbe, readRequest as readBase } from '../kit/fault-probe.js';
import { readRequest } from '../kit/reading.js';

const edited = (edit: (message: JsonObject) => JsonObject) => (text: string) => {
  const message = parseJson(text);
  return isObject(message) ? JSON.stringify(edit(message)) : text;
};

export const metaMissing: Check = faultProbe({
  id: 'envelope.meta-missing',
  title: 'rejects a request without an envelope',
  layer: 'envelope',
  level: 'must',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/index § _meta, per-request protocol fields',
  needs: [],
  safety: 'refused',
  explain: {
    sends: 'server/discover with all headers, once with params but no _meta, once without params.',
    right: 'HTTP 400 with JSON-RPC error -32602. -32020 passes with a note: the header has nothing to match.',
    why: 'A server that guesses version and capabilities answers a client that it does not know.',
  },
  base: readBase,
  fault: {
    words: 'a request without an envelope',
    accept: [
      { kind: 'error', http: [400], rpc: [-32602] },
      { kind: 'error', http: [400], rpc: [-32020], note: 'the header was compared with the body first' },
    ],
    present(request) {
      const read = readRequest(request);
      return read !== undefined && !Object.hasOwn(read.params, '_meta');
    },
  },
  mutations: [
    {
      name: 'drop-meta',
      apply: (request) =>
        editBody(
          request,
          edited((message) => {
            const { _meta, ...params } = isObject(message['params']) ? message['params'] : {};
            return { ...message, params };
          }),
        ),
    },
    {
      name: 'drop-params',
      apply: (request) =>
        editBody(
          request,
          edited(({ params: _params, ...message }) => message),
        ),
    },
  ],
});
