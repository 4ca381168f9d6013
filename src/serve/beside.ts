/**
 * On stdio what a server sends of its own accord stands beside the answers, as exchanges of its own. Each such message
 * belongs to a message of the client: the one whose progress token it names, else the last one that came before it.
 */
import type { Exchange } from '../exchange/exchange.js';
import { rpcOf } from '../exchange/exchange.js';
import { isObject } from '../mcp/json-rpc.js';
import { textAt } from '../mcp/json-text.js';
import type { Recording } from '../recording/recording.js';
import { tokenKey } from './echo.js';

export interface Beside {
  /** Sent before the answer, or where there is none. */
  readonly before: readonly Exchange[];
  /** Sent after the answer. */
  readonly after: readonly Exchange[];
}

const progressTokenAt = ({ request }: Exchange, path: readonly string[]): string | undefined => {
  const content = rpcOf(request);
  if (content.kind !== 'single' || !('params' in content.message) || !isObject(content.message.params))
    return undefined;
  const token = textAt(request.body.outline ?? request.body.bytes.toString('utf8'), path);
  return token && tokenKey(token);
};

/** The client's message that a message of the server belongs to; undefined: it came before any. */
function ownerOf(message: Exchange, asked: readonly Exchange[]): Exchange | undefined {
  const before = asked.filter(({ n, connection }) => n < message.n && connection === message.connection);
  const token = progressTokenAt(message, ['params', 'progressToken']);
  const named =
    token === undefined
      ? undefined
      : before.findLast((one) => progressTokenAt(one, ['params', '_meta', 'progressToken']) === token);
  return named ?? before.at(-1);
}

const timeMs = ({ at }: Exchange): number => Date.parse(at);

/** For each message of the client, what the server sent with it; `undefined` is the key of what came before any. */
export function besideOf({ exchanges }: Recording): ReadonlyMap<Exchange | undefined, Beside> {
  const asked = exchanges.filter(({ from }) => from === 'client');
  const found = new Map<Exchange | undefined, { before: Exchange[]; after: Exchange[] }>();
  for (const message of exchanges.filter(({ from }) => from === 'server')) {
    const owner = ownerOf(message, asked);
    const beside = found.get(owner) ?? { before: [], after: [] };
    found.set(owner, beside);
    const answeredAtMs = owner?.response && timeMs(owner) + owner.response.atMs;
    // Times are whole milliseconds: what came within that of the answer is taken to have come before it.
    const isAfter = answeredAtMs !== undefined && timeMs(message) > answeredAtMs;
    (isAfter ? beside.after : beside.before).push(message);
  }
  return found;
}
