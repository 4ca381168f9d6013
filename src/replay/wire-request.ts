/**
 * A recorded request as it is sent again: what belonged to the connection it came on is left behind, what is masked
 * comes from this run, and nothing else is touched.
 */
import type { Exchange, Request } from '../exchange/exchange.js';
import { header, headerValues, type HeaderList } from '../mcp/headers.js';
import { containsMask } from '../recording/redaction/mask.js';
import { textOf } from '../exchange/exchange.js';

/** Source: RFC 9110 §§ 7.6.1, 10.1.1; the length is counted anew, as values may have changed. */
const CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'content-length',
]);

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

/** A foreign Host was sent on purpose; any other belongs to the place where it was recorded. */
export function withoutConnection(headers: HeaderList, usual: string | undefined): HeaderList {
  const named = headerValues(headers, 'connection').flatMap((value) =>
    value.split(',').map((one) => one.trim().toLowerCase()),
  );
  return headers.filter(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'host') return value !== usual && !LOOPBACK.test(value);
    return !CONNECTION.has(lower) && !named.includes(lower);
  });
}

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
