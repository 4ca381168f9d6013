/**
 * A server behind a URL. Requests are written to raw sockets, as fetch and Node's own client tidy away what is under
 * test (header case and order, bodies on GET, broken framing), and each has a connection of its own, so that closing it
 * concerns nobody else.
 */
import { openConnection } from './connection.js';
import { HttpFlight } from './http-flight.js';
import { completeRequest } from './http-request.js';
import type { Target } from './target.js';

export interface HttpTargetOptions {
  readonly url: string;
  /** Accept any certificate. */
  readonly insecure: boolean;
}

export function httpTarget({ url: given, insecure }: HttpTargetOptions): Target {
  const url = new URL(given);
  const open = new Set<HttpFlight>();
  let count = 0;
  return {
    transport: 'http',
    name: given,
    path: url.pathname + url.search,
    stray: [],
    ends: [],
    send(request, options) {
      const sent = completeRequest(request, url.host, options.as?.headers ?? []);
      const flight = new HttpFlight(sent, options, ++count, (onOpen) => openConnection({ url, insecure }, onOpen));
      open.add(flight);
      void flight.exchange.then(() => open.delete(flight));
      return flight;
    },
    restart: () => Promise.resolve(),
    async close() {
      const flights = [...open];
      for (const flight of flights) flight.abort();
      await Promise.all(flights.map(({ exchange }) => exchange));
    },
  };
}
