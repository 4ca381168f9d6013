/**
 * Whether nothing about a request but its arguments could be refused: one message, a legal id, and in the modern era a
 * complete envelope with headers that agree. Only then does a refusal say something about the arguments.
 */
import { requestOf } from '../../exchange/answer.js';
import { textOf, type Exchange, type Request } from '../../exchange/exchange.js';
import { META_CLIENT, NAMED_BY } from '../../mcp/envelope.js';
import { isModernVersion, type Era } from '../../mcp/eras.js';
import { headerValues } from '../../mcp/headers.js';
import { hasDuplicateKeys } from '../../mcp/json-text.js';
import { isObject, type JsonObject } from '../../mcp/json-rpc.js';
import { paramHeadersFor } from '../../mcp/param-headers.js';
import { bodyCapabilities, bodyVersion, readRequest, type Reading } from './reading.js';

const isLegalId = (token: string): boolean => {
  const id: unknown = JSON.parse(token);
  return typeof id === 'string' ? id !== '' : Number.isSafeInteger(id);
};

function hasCompleteEnvelope(read: Reading): boolean {
  const client = read.meta?.[META_CLIENT];
  const version = bodyVersion(read);
  return (
    typeof version === 'string' &&
    isModernVersion(version) &&
    isObject(bodyCapabilities(read)) &&
    (client === undefined ||
      (isObject(client) && typeof client['name'] === 'string' && typeof client['version'] === 'string'))
  );
}

const only = (values: readonly unknown[], wanted: unknown): boolean => values.length === 1 && values[0] === wanted;

function headersAgree(request: Request, read: Reading, definition: unknown): boolean {
  const { rpc, versions, methods, names, params } = read;
  const args = isObject(params['arguments']) ? params['arguments'] : {};
  const mirrored = paramHeadersFor(isObject(definition) ? definition['inputSchema'] : undefined, args);
  return (
    only(versions, bodyVersion(read)) &&
    only(methods, rpc.method) &&
    (NAMED_BY[rpc.method] === undefined ? names.length === 0 : only(names, rpc.name)) &&
    mirrored.every(([name, value]) => only(headerValues(request.headers, name), value))
  );
}

export function isWellFormed(
  { request, era, transport }: Pick<Exchange, 'request' | 'transport'> & { readonly era: Era },
  definition?: JsonObject,
): boolean {
  const rpc = requestOf(request);
  if (!rpc || !isLegalId(rpc.idToken) || hasDuplicateKeys(textOf(request.body))) return false;
  if (era === 'legacy') return true;
  const read = readRequest(request);
  if (!read || !hasCompleteEnvelope(read)) return false;
  return transport === 'stdio' || headersAgree(request, read, definition);
}
