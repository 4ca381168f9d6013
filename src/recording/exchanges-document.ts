/** A recording as other programs read it: `inspect --json`, the same for every version of the format. */
import { messagesOf } from '../exchange/answer.js';
import { rpcOf, type Body, type Exchange, type Outcome, type Request, type Response } from '../exchange/exchange.js';
import { outcomeOfMember } from '../exchange/outcome.js';
import type { HeaderList } from '../mcp/headers.js';
import type { RpcMessage } from '../mcp/json-rpc.js';
import { codingsOf } from './content-coding.js';
import type { Recording } from './recording.js';
import { storedBytes } from './stored-bytes.js';

type ShownBytes = { readonly text: string } | { readonly base64: string };

type ShownBody = (ShownBytes | { readonly text?: never }) & {
  readonly redacted?: true;
  readonly truncated?: true;
  readonly bytes?: number;
  readonly decoded?: ShownBytes;
};

export interface ShownRpc {
  /** JSON text of the token, strings with their quotes; absent for notifications. */
  readonly id?: string;
  readonly method: string;
  readonly name?: string;
}

export interface ShownMember {
  readonly id?: string;
  readonly method?: string;
  readonly name?: string;
  readonly outcome: Outcome;
}

export interface ShownExchange {
  readonly n: number;
  readonly at: string;
  readonly durationMs: number;
  readonly transport: string;
  readonly connection: number;
  readonly from?: 'server';
  readonly era: string;
  readonly principal: string;
  readonly rpc?: ShownRpc;
  readonly batch?: readonly ShownMember[];
  readonly request: {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: HeaderList;
    readonly body: ShownBody;
  };
  readonly response?: {
    readonly status?: number;
    readonly reason?: string;
    readonly headers?: HeaderList;
    readonly atMs: number;
    readonly body?: ShownBody;
    readonly events?: readonly (
      { readonly atMs: number; readonly raw: string } | { readonly atMs: number; readonly base64: string }
    )[];
  };
  readonly outcome: Outcome;
  readonly clientGoneAtMs?: number;
  readonly error?: string;
}

export interface ExchangesDocument {
  readonly format: 'mcp-shakedown/exchanges';
  readonly version: 1;
  readonly complete: boolean;
  readonly exchanges: readonly ShownExchange[];
  readonly stray?: readonly object[];
}

function marksOf({ redacted, truncated, wireLength }: Body): Omit<ShownBody, 'text' | 'base64'> {
  return {
    ...(redacted ? { redacted: true as const } : {}),
    ...(truncated ? { truncated: true as const } : {}),
    ...(wireLength === undefined ? {} : { bytes: wireLength }),
  };
}

const bodyOf = (body: Body): ShownBody => ({
  ...storedBytes(body.bytes),
  ...marksOf(body),
  ...(body.decoded === undefined ? {} : { decoded: storedBytes(body.decoded) }),
});

const rpcShown = (message: RpcMessage | undefined): ShownRpc | undefined =>
  message === undefined || !('method' in message)
    ? undefined
    : {
        ...(message.kind === 'request' ? { id: message.idToken } : {}),
        method: message.method,
        ...(message.name === undefined ? {} : { name: message.name }),
      };

function memberShown(
  message: RpcMessage | undefined,
  exchange: Exchange,
  messages: readonly RpcMessage[],
): ShownMember {
  const outcome = outcomeOfMember(message, { messages, outcome: exchange.outcome });
  if (message !== undefined && 'idToken' in message && !('method' in message) && message.idToken !== undefined) {
    return { id: message.idToken, outcome };
  }
  return { ...rpcShown(message), outcome };
}

function requestShown(request: Request, isHttp: boolean): ShownExchange['request'] {
  const body = bodyOf(request.body);
  if (!isHttp) return { body };
  return { method: request.method, path: request.path, headers: request.headers, body };
}

/** Of an event stream the events are the body, unless they are what came out of a compressed one. */
function responseShown(response: Response, isHttp: boolean): NonNullable<ShownExchange['response']> {
  const { status, reason, headers, body, atMs, events } = response;
  const shown = events?.map(({ atMs, raw }) => {
    const bytes = storedBytes(raw);
    return 'text' in bytes ? { atMs, raw: bytes.text } : { atMs, base64: bytes.base64 };
  });
  const isBody = shown === undefined || codingsOf(headers).length > 0;
  const marks = marksOf(body);
  return {
    ...(status === undefined ? {} : { status }),
    ...(reason === undefined ? {} : { reason }),
    ...(isHttp ? { headers } : {}),
    atMs,
    ...(isBody && !body.redacted ? { body: bodyOf(body) } : {}),
    ...(isBody && body.redacted ? { body: shown === undefined ? bodyOf(body) : marks } : {}),
    ...(!isBody && Object.keys(marks).length > 0 ? { body: marks } : {}),
    ...(shown === undefined ? {} : { events: shown }),
  };
}

export function shownExchange(exchange: Exchange): ShownExchange {
  const { n, at, durationMs, transport, connection, from, era, principal, request, response, outcome } = exchange;
  const isHttp = transport === 'http';
  const content = rpcOf(request);
  const rpc = content.kind === 'single' ? rpcShown(content.message) : undefined;
  const messages = content.kind === 'batch' && response !== undefined ? messagesOf(response) : [];
  return {
    n,
    at,
    durationMs,
    transport,
    connection,
    ...(from === 'server' ? { from } : {}),
    era,
    principal,
    ...(rpc === undefined ? {} : { rpc }),
    ...(content.kind === 'batch' ? { batch: content.messages.map((one) => memberShown(one, exchange, messages)) } : {}),
    request: requestShown(request, isHttp),
    ...(response === undefined ? {} : { response: responseShown(response, isHttp) }),
    outcome,
    ...(exchange.clientGoneAtMs === undefined ? {} : { clientGoneAtMs: exchange.clientGoneAtMs }),
    ...(exchange.error === undefined ? {} : { error: exchange.error }),
  };
}

export function exchangesDocument({ complete, exchanges, stray }: Recording): ExchangesDocument {
  return {
    format: 'mcp-shakedown/exchanges',
    version: 1,
    complete,
    exchanges: exchanges.map(shownExchange),
    ...(stray.length > 0 ? { stray: stray.map(({ type: _type, ...line }) => line) } : {}),
  };
}
