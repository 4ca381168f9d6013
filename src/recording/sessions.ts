/**
 * The sessions in a recording. Their ids are masked, and equal ids have equal masks. A session begins with the request
 * whose answer names it; requests without one are told apart by who made them. Pure.
 */
import type { Exchange } from '../exchange/exchange.js';
import { header } from '../mcp/headers.js';

export interface Session {
  /** Whether an `Mcp-Session-Id` holds it together; else it is all that this caller sent without one. */
  readonly hasId: boolean;
  readonly principal: string;
  readonly eras: readonly string[];
  readonly exchanges: readonly Exchange[];
}

const SESSION = 'mcp-session-id';

function keyOf({ request, response, principal }: Exchange): { readonly key: string; readonly hasId: boolean } {
  const id = header(request.headers, SESSION) ?? (response && header(response.headers, SESSION));
  return { key: JSON.stringify([principal, id ?? '']), hasId: id !== undefined };
}

/** In the order in which they began. */
export function sessionsOf(exchanges: readonly Exchange[]): readonly Session[] {
  const found = new Map<string, { hasId: boolean; exchanges: Exchange[] }>();
  for (const exchange of exchanges) {
    const { key, hasId } = keyOf(exchange);
    const session = found.get(key);
    if (session === undefined) found.set(key, { hasId, exchanges: [exchange] });
    else session.exchanges.push(exchange);
  }
  return [...found.values()].map(({ hasId, exchanges: own }) => ({
    hasId,
    principal: own[0]?.principal ?? '',
    eras: [...new Set(own.map(({ era }) => era))],
    exchanges: own,
  }));
}
