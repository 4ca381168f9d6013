/**
 * What a server answered, sorted into the kinds that expectations are written in: status and JSON-RPC code apart, and
 * the two error channels apart. Source: 2026-07-28 server/tools § Error Handling.
 */
import { isObject, readRpc, type RpcMessage, type RpcRequest } from '../mcp/json-rpc.js';
import { fieldsOf, splitEvents } from '../mcp/sse.js';
import { contentOf, isEventStream, rpcOf, textOf, type Exchange, type Request, type Response } from './exchange.js';

/**
 * result: a JSON-RPC result; tool_error: a result with `isError: true`; error: a JSON-RPC error, or an HTTP error
 * status with some body; empty: an HTTP answer without a body; sse: an event stream without a final response;
 * foreign: anything else that is not an answer to the request; none: nothing came.
 */
export type AnswerKind = 'result' | 'tool_error' | 'error' | 'empty' | 'sse' | 'foreign' | 'none';

export interface Answer {
  readonly kind: AnswerKind;
  /** HTTP status; undefined on stdio, and where none came. */
  readonly http: number | undefined;
  /** Code of the JSON-RPC error. */
  readonly rpc: number | undefined;
  /** The id of the answer as JSON text. */
  readonly idToken: string | undefined;
  /** The JSON-RPC response, where there is one. */
  readonly message: RpcMessage | undefined;
  /** All that the server sent, in order: notifications, requests of its own, the response. */
  readonly messages: readonly RpcMessage[];
}

/** The JSON-RPC messages of an answer, in order. An event without its closing blank line does not count. */
export function messagesOf(response: Response): readonly RpcMessage[] {
  const texts = isEventStream(response.headers)
    ? splitEvents(contentOf(response.body)).events.flatMap((raw) => fieldsOf(raw).data ?? [])
    : [response.body.outline ?? textOf(response.body)];
  return texts.flatMap((text) => {
    const content = readRpc(text);
    if (content.kind === 'single') return [content.message];
    return content.kind === 'batch' ? content.messages.filter((one) => one !== undefined) : [];
  });
}

/** The single request that an exchange carries. */
export function requestOf(request: Request): RpcRequest | undefined {
  const content = rpcOf(request);
  return content.kind === 'single' && content.message.kind === 'request' ? content.message : undefined;
}

const isResponse = (message: RpcMessage): boolean => message.kind === 'result' || message.kind === 'error';

/** The response among the messages: the one to this id, else an error that names none, else any. */
function responseTo(messages: readonly RpcMessage[], idToken: string | undefined): RpcMessage | undefined {
  const responses = messages.filter(isResponse);
  const of = (token: string | undefined) => responses.find((one) => 'idToken' in one && one.idToken === token);
  return (
    of(idToken) ?? responses.find((one) => one.kind === 'error' && (one.idToken ?? 'null') === 'null') ?? responses[0]
  );
}

/** Sorts the answer of an exchange. The id is not judged here: an answer to another id is still an answer. */
export function answerOf(exchange: Exchange): Answer {
  const { response } = exchange;
  if (response === undefined) {
    return { kind: 'none', http: undefined, rpc: undefined, idToken: undefined, message: undefined, messages: [] };
  }
  const messages = messagesOf(response);
  const message = responseTo(messages, requestOf(exchange.request)?.idToken);
  const http = response.status;
  const common = { http, messages, message, idToken: message && 'idToken' in message ? message.idToken : undefined };
  if (message?.kind === 'error') return { ...common, kind: 'error', rpc: message.code };
  if (message?.kind === 'result') {
    const failed = isObject(message.result) && message.result['isError'] === true;
    return { ...common, kind: failed ? 'tool_error' : 'result', rpc: undefined };
  }
  const kind = contentOf(response.body).length === 0 ? 'empty' : isEventStream(response.headers) ? 'sse' : 'foreign';
  if (http !== undefined && http >= 400 && kind !== 'empty') return { ...common, kind: 'error', rpc: undefined };
  return { ...common, kind, rpc: undefined };
}

/** An answer in the words of a report: `HTTP 400 with -32020`, `HTTP 200 with a result`, `nothing`. */
export function describeAnswer({ kind, http, rpc }: Pick<Answer, 'kind' | 'http' | 'rpc'>): string {
  const what = {
    result: 'a result',
    tool_error: 'a tool error',
    error: rpc === undefined ? 'an error without a JSON-RPC code' : String(rpc),
    empty: 'an empty body',
    sse: 'an event stream that holds no response',
    foreign: 'a body that is not a JSON-RPC response',
    none: 'no answer',
  }[kind];
  return http === undefined ? what : `HTTP ${http} with ${what}`;
}
