/**
 * What becomes of each recorded exchange, before anything is sent: asked again, sent because others need it, left out
 * with a reason, or none of a replay's business (what is no JSON-RPC request of a client is not counted).
 */
import { messagesOf } from '../exchange/answer.js';
import { isEventStream, type Exchange } from '../exchange/exchange.js';
import { header } from '../mcp/headers.js';
import { messagesIn, requestMembers, type Member } from './members.js';

export type Selected =
  | { readonly kind: 'ask'; readonly members: readonly Member[] }
  /** It prepares others, or ends what they opened. */
  | { readonly kind: 'needed' }
  | { readonly kind: 'left-out'; readonly members: readonly Member[]; readonly reason: string }
  | { readonly kind: 'ignored' };

/** Notifications without which a server does not do its work; a cancellation goes with the call that was given up. */
const NEEDED = new Set(['notifications/initialized', 'notifications/roots/list_changed']);

/** Requests of a server whose answer its own answer depends on. */
const ASKS_CLIENT = new Set(['sampling/createMessage', 'elicitation/create', 'roots/list']);

function askedInStream({ response }: Exchange): string | undefined {
  const asked = response && messagesOf(response).find((one) => one.kind === 'request' && ASKS_CLIENT.has(one.method));
  return asked?.kind === 'request' ? asked.method : undefined;
}

/** On stdio the server's requests stand beside the call; roots are asked for whether a call is under way or not. */
function askedBeside(exchange: Exchange, recorded: readonly Exchange[]): string | undefined {
  const start = Date.parse(exchange.at);
  const during = recorded.filter(({ from, at, connection }) => {
    const time = Date.parse(at);
    return (
      from === 'server' &&
      connection === exchange.connection &&
      time >= start &&
      time <= start + Math.ceil(exchange.durationMs)
    );
  });
  const asked = during
    .flatMap(requestMembers)
    .find(({ rpc }) => ASKS_CLIENT.has(rpc.method) && rpc.method !== 'roots/list');
  return asked?.rpc.method;
}

/** Why the answer of an exchange cannot be held against another; undefined where it can. */
function whyNot(exchange: Exchange, members: readonly Member[], recorded: readonly Exchange[]): string | undefined {
  const { request, response, outcome, transport } = exchange;
  if (request.body.truncated) return 'only the beginning of its request was recorded';
  if (outcome === 'aborted-by-client') return 'its client gave up: aborts are compared in the file of a finding only';
  if (outcome === 'unreachable') return 'the server could not be reached when it was recorded';
  if (outcome === 'truncated-by-server') return 'its answer was cut off when it was recorded';
  if (response === undefined) return 'no answer was recorded';
  if (response.body.truncated) return 'only the beginning of its answer was recorded';
  if (members.some(({ rpc }) => rpc.method === 'subscriptions/listen'))
    return 'a subscription lasts as long as its client likes';
  const asked = transport === 'http' ? askedInStream(exchange) : askedBeside(exchange, recorded);
  if (asked !== undefined) return `the server asked its client back (${asked}), which replay does not answer`;
  const isOpen = outcome === 'no-result' && isEventStream(response.headers);
  return isOpen ? 'its event stream held no response: it came on another stream, or never' : undefined;
}

export function select(exchange: Exchange, recorded: readonly Exchange[]): Selected {
  if (exchange.from === 'server') return { kind: 'ignored' };
  const members = requestMembers(exchange);
  if (members.length > 0) {
    const reason = whyNot(exchange, members, recorded);
    return reason === undefined ? { kind: 'ask', members } : { kind: 'left-out', members, reason };
  }
  const { method, headers } = exchange.request;
  const endsSession = method === 'DELETE' && header(headers, 'mcp-session-id') !== undefined;
  const [message] = messagesIn(exchange);
  const isNeeded = message?.kind === 'notification' && NEEDED.has(message.method);
  return { kind: isNeeded || endsSession ? 'needed' : 'ignored' };
}
