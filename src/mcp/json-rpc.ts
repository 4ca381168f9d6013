/** JSON-RPC messages read out of text without losing the spelling of an id. Source: JSON-RPC 2.0 §§ 4-6. */
import { META_VERSION, nameOf } from './envelope.js';
import { children, parseJson, textAt } from './json-text.js';

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface RpcRequest {
  readonly kind: 'request';
  /** JSON text of the id, strings with their quotes. */
  readonly idToken: string;
  readonly method: string;
  readonly params: unknown;
  /** The tool, prompt or resource it names. */
  readonly name: string | undefined;
}
export interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: unknown;
  readonly name: string | undefined;
}
export interface RpcResult {
  readonly kind: 'result';
  readonly idToken: string | undefined;
  readonly result: unknown;
}
export interface RpcError {
  readonly kind: 'error';
  /** undefined where the member is absent; `null` as text where it is null. */
  readonly idToken: string | undefined;
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly data: unknown;
}
export type RpcMessage = RpcRequest | RpcNotification | RpcResult | RpcError;

/** What a body or a line holds: one message, a batch of them (undefined for a member that is none), or no JSON-RPC. */
export type RpcContent =
  | { readonly kind: 'single'; readonly message: RpcMessage }
  | { readonly kind: 'batch'; readonly messages: readonly (RpcMessage | undefined)[] }
  | { readonly kind: 'foreign' };

const FOREIGN: RpcContent = { kind: 'foreign' };

function messageOf(value: unknown, text: string): RpcMessage | undefined {
  if (!isObject(value)) return undefined;
  const idToken = Object.hasOwn(value, 'id') ? textAt(text, ['id']) : undefined;
  if (typeof value['method'] === 'string') {
    const { method, params } = value;
    const name = nameOf(method, params);
    return idToken === undefined
      ? { kind: 'notification', method, params, name }
      : { kind: 'request', idToken, method, params, name };
  }
  if (isObject(value['error'])) {
    const { code, message, data } = value['error'];
    return {
      kind: 'error',
      idToken,
      code: typeof code === 'number' ? code : undefined,
      message: typeof message === 'string' ? message : undefined,
      data,
    };
  }
  if (Object.hasOwn(value, 'result')) return { kind: 'result', idToken, result: value['result'] };
  return undefined;
}

/** Reads a body or a line. */
export function readRpc(text: string): RpcContent {
  const value = parseJson(text);
  if (Array.isArray(value)) {
    const tokens = children(text);
    return {
      kind: 'batch',
      messages: value.map((member: unknown, i) => {
        const token = tokens[i];
        return token && messageOf(member, text.slice(token.start, token.end));
      }),
    };
  }
  const message = messageOf(value, text);
  return message ? { kind: 'single', message } : FOREIGN;
}

/** The protocol version that a message names in `params._meta`. */
export function metaVersion(message: RpcMessage | undefined): string | undefined {
  if (message === undefined || !('params' in message) || !isObject(message.params)) return undefined;
  const meta = message.params['_meta'];
  const version = isObject(meta) ? meta[META_VERSION] : undefined;
  return typeof version === 'string' ? version : undefined;
}
