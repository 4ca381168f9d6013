/**
 * On stdio what a server sends of its own accord stands beside the answers, as exchanges of its own. Each such message
 * belongs to a message of the client: the one whose progress token it names, else the last one that came before it.
 * Lines that are no JSON-RPC belong to the last message before them as well.
 */
import { rpcOf, type Exchange } from '../exchange/exchange.js';
import { isObject } from '../mcp/json-rpc.js';
import { textAt } from '../mcp/json-text.js';
import type { Recording } from '../recording/recording.js';
import { bytesOf } from '../recording/stored-bytes.js';
import { tokenKey } from './echo.js';

/** A line of the server that answers nothing. */
export interface Told {
  /** When it came, in milliseconds since the epoch. */
  readonly timeMs: number;
  /** Without its LF. */
  readonly line: Buffer;
  readonly isStray: boolean;
}

export interface Beside {
  /** Sent before the answer, or where there is none. */
  readonly before: readonly Told[];
  /** Sent after the answer. */
  readonly after: readonly Told[];
}

export const timeMs = ({ at }: { readonly at: string }): number => Date.parse(at);

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

/** For each message of the client, what the server sent with it; `undefined` is the key of what came before any. */
export function besideOf({ exchanges, stray }: Recording): ReadonlyMap<Exchange | undefined, Beside> {
  const asked = exchanges.filter(({ from }) => from === 'client');
  const found = new Map<Exchange | undefined, { before: Told[]; after: Told[] }>();
  const add = (owner: Exchange | undefined, told: Told): void => {
    const beside = found.get(owner) ?? { before: [], after: [] };
    found.set(owner, beside);
    const answeredAtMs = owner?.response && timeMs(owner) + owner.response.atMs;
    // Times are whole milliseconds: what came within that of the answer is taken to have come before it.
    const isAfter = answeredAtMs !== undefined && told.timeMs > answeredAtMs;
    (isAfter ? beside.after : beside.before).push(told);
  };
  for (const message of exchanges.filter(({ from }) => from === 'server')) {
    const { bytes } = message.request.body;
    add(ownerOf(message, asked), { timeMs: timeMs(message), line: bytes, isStray: false });
  }
  for (const line of stray.filter(({ from, unterminated }) => from === 'server' && !unterminated)) {
    const owner = asked.findLast((one) => timeMs(one) <= timeMs(line));
    add(owner, { timeMs: timeMs(line), line: bytesOf(line), isStray: true });
  }
  for (const { before, after } of found.values()) for (const all of [before, after]) all.sort(inTime);
  return found;
}

const inTime = (a: Told, b: Told): number => a.timeMs - b.timeMs;
