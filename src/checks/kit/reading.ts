/** What the rules about a request's headers and envelope need to know of its bytes. */
import { requestOf } from '../../exchange/answer.js';
import type { Request } from '../../exchange/exchange.js';
import { META_CAPABILITIES, META_VERSION } from '../../mcp/envelope.js';
import { decodeHeaderValue, headerValues } from '../../mcp/headers.js';
import { isObject, type JsonObject, type RpcRequest } from '../../mcp/json-rpc.js';

export interface Reading {
  readonly rpc: RpcRequest;
  readonly params: JsonObject;
  /** undefined where `_meta` is missing or no object. */
  readonly meta: JsonObject | undefined;
  /** Values of the MCP headers, trimmed as HTTP does, all of them. */
  readonly versions: readonly string[];
  readonly methods: readonly string[];
  readonly names: readonly (string | undefined)[];
}

const trimmed = (values: readonly string[]): string[] => values.map((value) => value.replace(/^[ \t]+|[ \t]+$/g, ''));

/** Reads a single JSON-RPC request; undefined where the body is none. */
export function readRequest(request: Request): Reading | undefined {
  const rpc = requestOf(request);
  if (rpc === undefined) return undefined;
  const params = isObject(rpc.params) ? rpc.params : {};
  return {
    rpc,
    params,
    meta: isObject(params['_meta']) ? params['_meta'] : undefined,
    versions: trimmed(headerValues(request.headers, 'mcp-protocol-version')),
    methods: trimmed(headerValues(request.headers, 'mcp-method')),
    names: trimmed(headerValues(request.headers, 'mcp-name')).map(decodeHeaderValue),
  };
}

export const bodyVersion = ({ meta }: Reading): unknown => meta?.[META_VERSION];
export const bodyCapabilities = ({ meta }: Reading): unknown => meta?.[META_CAPABILITIES];
