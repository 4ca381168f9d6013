/**
 * What a request asks, so that two requests can be told to ask the same: of JSON-RPC the method and the params without
 * `_meta`, of a batch its members in order, of anything else method, path and body. The id is the caller's own, and
 * `_meta` holds what is said about the call (versions, traces, progress), not what is asked.
 */
import { contentOf, rpcOf, type Request } from '../exchange/exchange.js';
import { parseExact } from '../mcp/exact-json.js';
import { isObject, type JsonObject, type RpcMessage } from '../mcp/json-rpc.js';
import { canonicalJson } from './same-json.js';

export interface Question {
  readonly kind: 'request' | 'notification' | 'reply' | 'batch' | 'http';
  /** The JSON-RPC method; of plain HTTP its method. */
  readonly method: string;
  /** The tool, prompt or resource it names. */
  readonly name?: string;
  /** What is compared. */
  readonly value: unknown;
  /** The same for all that ask the same. */
  readonly key: string;
  /** The messages, a single one or those of a batch, in order. */
  readonly messages: readonly (RpcMessage | undefined)[];
}

/** A message without what does not count. Left out params are the same as empty ones: a modern call has `_meta` in it. */
function comparable(message: unknown): unknown {
  if (!isObject(message)) return message;
  if (typeof message['method'] !== 'string') return { reply: message['id'] };
  const { params = {} } = message;
  return {
    method: message['method'],
    isCall: Object.hasOwn(message, 'id'),
    params: isObject(params) ? withoutMeta(params) : params,
  };
}

const withoutMeta = ({ _meta, ...params }: JsonObject): JsonObject => params;

const KINDS = { request: 'request', notification: 'notification', result: 'reply', error: 'reply' } as const;

/** Where a text is nested too deeply to be walked, it is its own key. */
function keyOf(value: unknown, text: string): string {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof RangeError) return text;
    throw error;
  }
}

export function questionOf(request: Request): Question {
  const text = request.body.outline ?? contentOf(request.body).toString('utf8');
  const content = rpcOf(request);
  if (content.kind === 'foreign' || (content.kind === 'batch' && content.messages.every((one) => one === undefined))) {
    const body = contentOf(request.body).toString('latin1');
    const value = { path: request.path, body };
    return {
      kind: 'http',
      method: request.method,
      value,
      key: `http ${request.method} ${keyOf(value, '')}`,
      messages: [],
    };
  }
  const exact = parseExact(text);
  if (content.kind === 'batch') {
    const value = { batch: Array.isArray(exact) ? exact.map(comparable) : [] };
    return { kind: 'batch', method: 'batch', value, key: `batch ${keyOf(value, text)}`, messages: content.messages };
  }
  const { message } = content;
  const value = comparable(exact);
  const kind = KINDS[message.kind];
  const method = 'method' in message ? message.method : 'reply';
  const name = 'name' in message ? message.name : undefined;
  return {
    kind,
    method,
    ...(name === undefined ? {} : { name }),
    value,
    key: `${kind} ${keyOf(value, text)}`,
    messages: [message],
  };
}
