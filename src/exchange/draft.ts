/**
 * A request before it is bytes: a correct one of its era, with its id as text. Probes and generators take a correct
 * draft and change one thing, in the draft or in what it renders to.
 */
import { envelope, nameOf, type Envelope } from '../mcp/envelope.js';
import { LATEST_VERSION, type Era } from '../mcp/eras.js';
import { encodeHeaderValue, withHeader, withoutHeader, type HeaderList } from '../mcp/headers.js';
import { isObject, type JsonObject } from '../mcp/json-rpc.js';
import { paramHeadersFor } from '../mcp/param-headers.js';
import type { Request } from './exchange.js';

export interface Draft {
  readonly era: Era;
  /** Endpoint: path and query. */
  readonly path: string;
  /** JSON text of the id; undefined makes it a notification. */
  readonly idToken?: string;
  readonly method: string;
  readonly params?: JsonObject;
  /** Modern: the envelope; null leaves `_meta` out. */
  readonly meta?: Envelope | null;
  /** Legacy: what an open session adds. */
  readonly session?: HeaderList;
  /** Of a tool call: the tool as it was listed, for its mirrored parameters. */
  readonly definition?: JsonObject;
}

const BASE: HeaderList = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
];

/** The MCP headers that a correct request of the modern era carries. */
function modernHeaders({ method, params, meta, definition }: Draft): HeaderList {
  const version = (meta ?? envelope())['io.modelcontextprotocol/protocolVersion'];
  const name = nameOf(method, params);
  const args = isObject(params?.['arguments']) ? params['arguments'] : {};
  return [
    ['MCP-Protocol-Version', typeof version === 'string' ? version : LATEST_VERSION.modern],
    ['Mcp-Method', method],
    ...(name === undefined ? [] : [['Mcp-Name', encodeHeaderValue(name)] as const]),
    ...(method === 'tools/call' ? paramHeadersFor(definition?.['inputSchema'], args) : []),
  ];
}

/** The request, to the byte. */
export function render(draft: Draft): Request {
  const { era, path, idToken, method, params, meta, session } = draft;
  const withMeta = era === 'modern' && meta !== null ? { ...params, _meta: meta ?? envelope() } : params;
  const members = [
    '"jsonrpc":"2.0"',
    ...(idToken === undefined ? [] : [`"id":${idToken}`]),
    `"method":${JSON.stringify(method)}`,
    ...(withMeta === undefined ? [] : [`"params":${JSON.stringify(withMeta)}`]),
  ];
  return {
    method: 'POST',
    path,
    headers: [...BASE, ...(era === 'modern' ? modernHeaders(draft) : (session ?? []))],
    body: { bytes: Buffer.from(`{${members.join(',')}}`, 'utf8') },
  };
}

/** The request with its headers edited. */
export const editHeaders = (request: Request, edit: (headers: HeaderList) => HeaderList): Request => ({
  ...request,
  headers: edit(request.headers),
});

/** The request with its body's text edited. */
export const editBody = (request: Request, edit: (text: string) => string): Request => ({
  ...request,
  body: { bytes: Buffer.from(edit(request.body.bytes.toString('utf8')), 'utf8') },
});

/** The request as a session sends it: with the session's own headers in place of any it has. */
export const inSession = (request: Request, session: HeaderList): Request =>
  editHeaders(request, (headers) =>
    session.reduce((list, [name, value]) => withHeader(list, name, value), withoutHeader(headers, 'mcp-session-id')),
  );
