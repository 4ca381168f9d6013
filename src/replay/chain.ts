/**
 * The evidence of a difference: the exchange that differs, after those that it builds on (the session it belongs to,
 * the answers whose values it sends). It is small enough to be read, and whole enough to be sent again.
 */
import type { DoneStep, Evidence, Subject } from '../case/case.js';
import type { Exchange } from '../exchange/exchange.js';
import { header } from '../mcp/headers.js';
import type { Links } from './links.js';
import { messagesIn } from './members.js';

const OPENING = new Set(['initialize', 'notifications/initialized']);

const opensSessions = (exchange: Exchange): boolean =>
  messagesIn(exchange).some((message) => 'method' in message && OPENING.has(message.method));

/** Whether an exchange opened the session that another belongs to. */
function opened(one: Exchange, later: Exchange): boolean {
  if (one.n >= later.n || one.from !== 'client' || one.era !== 'legacy' || !opensSessions(one)) return false;
  if (one.transport === 'stdio') return one.connection === later.connection;
  const [own, of] = [one, later].map(({ request }) => header(request.headers, 'mcp-session-id'));
  return own !== undefined && own === of;
}

/** Recorded exchanges that one builds on, in order, itself the last. */
export function chainTo(recorded: Exchange, all: readonly Exchange[], links: Links): Exchange[] {
  const needed = new Set<Exchange>();
  const add = (exchange: Exchange): void => {
    if (needed.has(exchange)) return;
    needed.add(exchange);
    for (const source of links.sourcesOf(exchange)) add(source);
    for (const opening of all.filter((one) => opened(one, exchange))) add(opening);
  };
  add(recorded);
  return [...needed].toSorted((a, b) => a.n - b.n);
}

/** Exchanges as steps, the last one under a label of its own. */
export function evidenceOf(subject: Subject, exchanges: readonly Exchange[], label: string): Evidence {
  const start = Date.parse(exchanges[0]?.at ?? '');
  const steps = exchanges.map((exchange, i): DoneStep => ({
    step: {
      do: 'send',
      label: i === exchanges.length - 1 ? label : 'needed',
      as: exchange.principal,
      era: exchange.era,
      request: exchange.request,
    },
    atMs: Math.max(0, Date.parse(exchange.at) - start) || 0,
    exchanges: [exchange],
  }));
  return { subject, steps };
}
