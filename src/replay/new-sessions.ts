/**
 * A server that has begun to give session ids wants them back with every request, as any client would do.
 * Source: 2025-11-25 basic/transports § Session Management.
 */
import type { Exchange, Request } from '../exchange/exchange.js';
import { header, withHeader } from '../mcp/headers.js';

export class NewSessions {
  readonly #byPrincipal = new Map<string, string>();

  see(recorded: Exchange, live: Exchange): void {
    const [was, is] = [recorded, live].map(({ response }) => response && header(response.headers, 'mcp-session-id'));
    if (is !== undefined && was === undefined && recorded.era === 'legacy')
      this.#byPrincipal.set(recorded.principal, is);
  }

  apply(request: Request, { principal, era }: Exchange): Request {
    const id = era === 'legacy' ? this.#byPrincipal.get(principal) : undefined;
    if (id === undefined || header(request.headers, 'mcp-session-id') !== undefined) return request;
    return { ...request, headers: withHeader(request.headers, 'Mcp-Session-Id', id) };
  }
}
