/**
 * A recorded request as it is sent again: what belonged to the connection it came on is left behind, what is masked
 * comes from this run, and nothing else is touched.
 */
import type { Exchange, Request } from '../exchange/exchange.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { endToEnd } from '../mcp/hop-by-hop.js';
import { containsMask } from '../recording/redaction/mask.js';
import { textOf } from '../exchange/exchange.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/** The name by which most requests reached the server: the proxy's, or the server's own. */
export function usualHost(recorded: readonly Exchange[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { request } of recorded) {
    const host = header(request.headers, 'host');
    if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** A foreign Host was sent on purpose; any other belongs to the place where it was recorded. The length is counted anew. */
export const withoutConnection = (headers: HeaderList, usual: string | undefined): HeaderList =>
  endToEnd(headers).filter(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'host') return value !== usual && !LOOPBACK.test(value);
    return lower !== 'content-length';
  });

export interface Endpoint {
  /** Path and query of the target, then and now. */
  readonly recorded: string | undefined;
  readonly now: string;
}

/** The endpoint's path is the target's; any other path is the request's own. */
export const pathAt = (path: string, { recorded, now }: Endpoint): string => (path === recorded ? now : path);

/** Path and query of the URL that was recorded in front of. */
export function endpointOf(url: string): string | undefined {
  try {
    const { pathname, search } = new URL(url);
    return pathname + search;
  } catch {
    return undefined;
  }
}

/** Where a mask is left that this run has nothing for; undefined where the request can be sent. */
export function maskedPart({ path, headers, body }: Request): string | undefined {
  const masked = headers.find(([, value]) => containsMask(value));
  if (masked) return `its header ${masked[0]}`;
  if (containsMask(path)) return 'its path';
  return containsMask(textOf(body)) ? 'its body' : undefined;
}

/** A body that was kept decoded is sent decoded. */
export function withBodyAsKept(request: Request): Request {
  const { body, headers } = request;
  if (!body.redacted || header(headers, 'content-encoding') === undefined) return request;
  return { ...request, headers: headers.filter(([name]) => name.toLowerCase() !== 'content-encoding') };
}
