/** Which revision each client in recorded traffic really spoke, and which of them silently spoke legacy. Pure. */
import { requestOf } from '../exchange/answer.js';
import type { Exchange } from '../exchange/exchange.js';
import { META_CLIENT } from '../mcp/envelope.js';
import { LATEST_VERSION } from '../mcp/eras.js';
import { header } from '../mcp/headers.js';
import { isObject, metaVersion, type JsonObject } from '../mcp/json-rpc.js';
import { rpcOf } from '../exchange/exchange.js';
import type { ClientSeen } from './events.js';
import { negotiatedVersion } from './session.js';

const nameIn = (info: unknown): string | undefined =>
  isObject(info) && typeof info['name'] === 'string' ? info['name'] : undefined;

/** What the client calls itself, where this request says so: in its envelope, or in `initialize`. */
function clientName(params: JsonObject, method: string): string | undefined {
  const meta = params['_meta'];
  return method === 'initialize'
    ? nameIn(params['clientInfo'])
    : nameIn(isObject(meta) ? meta[META_CLIENT] : undefined);
}

/** The revision that a request was made under. */
function versionOf(exchange: Exchange): string {
  const content = rpcOf(exchange.request);
  const inMeta = content.kind === 'single' ? metaVersion(content.message) : undefined;
  return (
    negotiatedVersion(exchange) ??
    inMeta ??
    header(exchange.request.headers, 'mcp-protocol-version') ??
    LATEST_VERSION[exchange.era]
  );
}

/** Each client once for each era and version that it spoke, in the order in which they appeared. */
export function clientsSeen(exchanges: readonly Exchange[]): readonly ClientSeen[] {
  const seen = new Map<string, ClientSeen>();
  const names = new Map<string, string>();
  for (const exchange of exchanges) {
    const request = exchange.from === 'client' ? requestOf(exchange.request) : undefined;
    if (!request) continue;
    const { principal, era, connection } = exchange;
    // Later requests of a legacy session do not name their client again.
    const place = JSON.stringify([principal, era, era === 'legacy' ? '' : connection]);
    const said = isObject(request.params) ? clientName(request.params, request.method) : undefined;
    const name = said ?? names.get(place) ?? 'a client that gives no name';
    names.set(place, name);
    const client: ClientSeen = { name, principal, era, version: versionOf(exchange), how: 'seen' };
    seen.set(JSON.stringify([name, principal, era, client.version]), client);
  }
  return [...seen.values()];
}

/** The clients that spoke legacy only, though the same recording shows the server speaking modern. */
export function silentlyLegacy(clients: readonly ClientSeen[]): readonly ClientSeen[] {
  if (!clients.some(({ era }) => era === 'modern')) return [];
  const modern = new Set(
    clients.filter(({ era }) => era === 'modern').map(({ name, principal }) => `${name} ${principal}`),
  );
  return clients.filter(({ era, name, principal }) => era === 'legacy' && !modern.has(`${name} ${principal}`));
}
