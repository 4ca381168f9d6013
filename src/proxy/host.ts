/**
 * Which host a request means, and where an answer points. A client that names the proxy means the target; any other
 * name passes unchanged, so that the server's own protection against DNS rebinding still sees it. Nothing that a
 * request says chooses another server. Source: 2026-07-28 basic/transports/streamable-http § Security Warning.
 */
export interface ProxyNames {
  /** What the listener was told to bind, as the user wrote it. */
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a `Host` names the proxy: a loopback name, or the name it was bound to, with its port. */
export function namesProxy(hostHeader: string, { host, port }: ProxyNames): boolean {
  const [, name = '', written] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(hostHeader.trim()) ?? [];
  if (Number(written ?? 80) !== port) return false;
  const bound = host.includes(':') ? `[${host}]` : host;
  return LOOPBACK.test(name) || name.toLowerCase() === bound.toLowerCase();
}

/** The `Host` that goes to the target. */
export const upstreamHost = (hostHeader: string | undefined, proxy: ProxyNames, targetHost: string): string =>
  hostHeader === undefined || namesProxy(hostHeader, proxy) ? targetHost : hostHeader;

/** Whether a request target tries to name a server of its own: absolute form, authority form, or `//host`. */
export const namesAnotherServer = (requestTarget: string): boolean =>
  !requestTarget.startsWith('/') || requestTarget.startsWith('//');

/** An absolute URL on the target's own origin, led to the proxy; anything else as it is. */
export function leadToProxy(url: string, targetOrigin: string, proxyOrigin: string): string {
  const scheme = /^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*/i.exec(url)?.[0];
  if (scheme === undefined || !URL.canParse(scheme)) return url;
  return new URL(scheme).origin === targetOrigin ? proxyOrigin + url.slice(scheme.length) : url;
}
