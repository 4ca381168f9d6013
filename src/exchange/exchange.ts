/**
 * The exchange: one request with what came of it. It is the unit of everything: recordings hold exchanges, checks
 * look at them, findings are made of them. Everything is kept as bytes; what they mean is read out of them on demand.
 */
import type { Era } from '../mcp/eras.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { readRpc, type RpcContent } from '../mcp/json-rpc.js';

export type Transport = 'http' | 'stdio';

/** How an exchange ended, as its client saw it. */
export type Outcome =
  'ok' | 'tool-error' | 'protocol-error' | 'no-result' | 'aborted-by-client' | 'truncated-by-server' | 'unreachable';

/** A body or a line, as it crossed the wire. */
export interface Body {
  readonly bytes: Buffer;
  /** The content behind a `Content-Encoding`, where it could be decoded. */
  readonly decoded?: Buffer;
  /** Values in it were masked when it was written; `wireLength` then says how long it was. */
  readonly redacted?: boolean;
  /** Only its beginning was kept. */
  readonly truncated?: boolean;
  readonly wireLength?: number;
  /** Of a truncated one: its outer members as JSON text (mcp/json-outline.ts), so that it can be read all the same. */
  readonly outline?: string;
}

/** One piece of an event stream, with the time since the request at which its last byte came. */
export interface TimedEvent {
  readonly atMs: number;
  readonly raw: Buffer;
}

/** A request as it is sent. On stdio only the body counts: the line, without its LF. */
export interface Request {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Body;
}

export interface Response {
  /** Absent on stdio. */
  readonly status?: number;
  readonly reason?: string;
  readonly headers: HeaderList;
  readonly body: Body;
  /** Of an event stream: its events, their bytes joined being the (decoded) body. */
  readonly events?: readonly TimedEvent[];
  /** When the head (on stdio: the line) had come, since the request. */
  readonly atMs: number;
}

export interface Exchange {
  /** Its place in the recording, counted from 1 in the order in which requests came. */
  readonly n: number;
  /** ISO time of the request. */
  readonly at: string;
  readonly transport: Transport;
  /** Who asked: servers ask too, on stdio and on the streams of the legacy era. */
  readonly from: 'client' | 'server';
  /** Counts the client's connections; a stdio process is one. */
  readonly connection: number;
  readonly era: Era;
  readonly principal: string;
  readonly request: Request;
  readonly response?: Response;
  readonly outcome: Outcome;
  /** From the request's first byte to the end of the answer. */
  readonly durationMs: number;
  /** When the client closed, where it closed before the answer ended. */
  readonly clientGoneAtMs?: number;
  /** Why it is unreachable or truncated, in the words of the system. */
  readonly error?: string;
}

/** The content that counts: decoded where the wire had it compressed. */
export const contentOf = (body: Body): Buffer => body.decoded ?? body.bytes;

export const textOf = (body: Body): string => contentOf(body).toString('utf8');

/** What a request says as JSON-RPC. */
export const rpcOf = (request: Pick<Request, 'body'>): RpcContent =>
  readRpc(request.body.outline ?? textOf(request.body));

export const isEventStream = (headers: HeaderList): boolean =>
  /^text\/event-stream\b/i.test(header(headers, 'content-type')?.trim() ?? '');
