/** One connection to an origin, plain or TLS, opened for one request. */
import net from 'node:net';
import tls from 'node:tls';

export interface ConnectionOptions {
  readonly url: URL;
  /** Accept any certificate. */
  readonly insecure: boolean;
}

/** The host of a URL as the resolver wants it: an IPv6 address without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** Opens a connection; `onOpen` is called when bytes may be written, for TLS once the certificate was trusted. */
export function openConnection({ url, insecure }: ConnectionOptions, onOpen: () => void): net.Socket {
  const host = hostOf(url);
  const isTls = url.protocol === 'https:';
  const port = Number(url.port || (isTls ? 443 : 80));
  if (!isTls) return net.connect({ host, port, noDelay: true }, onOpen);
  const name = net.isIP(host) === 0 ? { servername: host } : {};
  const socket = tls.connect(
    { host, port, ...name, rejectUnauthorized: !insecure, ALPNProtocols: ['http/1.1'] },
    onOpen,
  );
  return socket.setNoDelay(true);
}
