/**
 * A recording of a stdio server as one of the same server over HTTP: each line a POST, each answer a JSON body or,
 * where messages of the server went with it, an event stream. What the server sent between calls is on the GET stream.
 * Source: 2026-07-28 basic/transports/streamable-http; 2025-11-25 basic/transports § Session Management.
 */
import { rpcOf, type Exchange, type Response, type TimedEvent } from '../exchange/exchange.js';
import { answerOf } from '../exchange/answer.js';
import { ERROR_CODES } from '../mcp/error-codes.js';
import type { HeaderList } from '../mcp/headers.js';
import type { Recording } from '../recording/recording.js';
import { besideOf, timeMs, type Beside, type Told } from './beside.js';
import { withoutLineEnds } from './lines.js';

const ENDPOINT = '/mcp';
const JSON_HEADERS: HeaderList = [['Content-Type', 'application/json']];
const STREAM_HEADERS: HeaderList = [
  ['Content-Type', 'text/event-stream'],
  ['Cache-Control', 'no-cache'],
];
/** Codes that a modern server answers with a status of their own. */
const STATUS_OF_CODE: Readonly<Record<number, number>> = {
  [ERROR_CODES.methodNotFound]: 404,
  [ERROR_CODES.headerMismatch]: 400,
  [ERROR_CODES.missingClientCapability]: 400,
  [ERROR_CODES.unsupportedProtocolVersion]: 400,
};

const eventOf = (line: Buffer, atMs: number): TimedEvent => ({
  atMs,
  raw: Buffer.concat([Buffer.from('event: message\ndata: '), withoutLineEnds(line), Buffer.from('\n\n')]),
});

/** HTTP has no place for what is no message. */
const messagesIn = (told: readonly Told[]): Told[] => told.filter(({ isStray }) => !isStray);

const toldEvent = ({ line, timeMs: at }: Told, since: Exchange): TimedEvent =>
  eventOf(line, Math.max(0, at - timeMs(since)));

const isInitialize = ({ request }: Exchange): boolean => {
  const content = rpcOf(request);
  return content.kind === 'single' && content.message.kind === 'request' && content.message.method === 'initialize';
};

const isQuiet = ({ request }: Exchange): boolean => {
  const content = rpcOf(request);
  const messages = content.kind === 'single' ? [content.message] : content.kind === 'batch' ? content.messages : [];
  return !messages.some((one) => one?.kind === 'request');
};

function answerHead(exchange: Exchange): Pick<Response, 'status' | 'reason'> {
  const { rpc } = answerOf(exchange);
  const status = (exchange.era === 'modern' && rpc !== undefined ? STATUS_OF_CODE[rpc] : undefined) ?? 200;
  return { status, reason: { 200: 'OK', 400: 'Bad Request', 404: 'Not Found' }[status] ?? '' };
}

/** The process is the session: what came after `initialize` belongs to it. */
const sessionOf = ({ connection }: Exchange): HeaderList => [['Mcp-Session-Id', `stdio-${connection}`]];

function responseOf(exchange: Exchange, beside: Beside | undefined, session: HeaderList): Response | undefined {
  const { response } = exchange;
  if (isQuiet(exchange))
    return { status: 202, reason: 'Accepted', headers: [], body: { bytes: Buffer.alloc(0) }, atMs: 0 };
  if (response === undefined) return undefined;
  const told = messagesIn(beside?.before ?? []).map((one) => toldEvent(one, exchange));
  const headers = isInitialize(exchange) ? session : [];
  const head = answerHead(exchange);
  if (told.length === 0)
    return { ...head, headers: [...JSON_HEADERS, ...headers], body: response.body, atMs: response.atMs };
  const events = [...told, eventOf(response.body.bytes, response.atMs)];
  const body = { ...response.body, bytes: Buffer.concat(events.map(({ raw }) => raw)) };
  return { ...head, headers: [...STREAM_HEADERS, ...headers], body, events, atMs: 0 };
}

/** What the server sent between answers, as the stream that a client opens for it. */
function standing(recording: Recording, beside: ReadonlyMap<Exchange | undefined, Beside>): Exchange[] {
  const [first] = recording.exchanges;
  const told = [...beside].flatMap(([owner, { before, after }]) =>
    owner === undefined || isQuiet(owner) ? [...before, ...after] : after,
  );
  const quiet = messagesIn(told).toSorted((a, b) => a.timeMs - b.timeMs);
  if (first === undefined || quiet.length === 0) return [];
  const events = quiet.map((one) => toldEvent(one, first));
  const bytes = Buffer.concat(events.map(({ raw }) => raw));
  const session = first.era === 'legacy' ? sessionOf(first) : [];
  return [
    {
      ...first,
      n: Math.max(...recording.exchanges.map(({ n }) => n)) + 1,
      transport: 'http',
      from: 'client',
      request: { method: 'GET', path: ENDPOINT, headers: session, body: { bytes: Buffer.alloc(0) } },
      response: { status: 200, reason: 'OK', headers: STREAM_HEADERS, body: { bytes }, events, atMs: 0 },
      outcome: 'aborted-by-client',
    },
  ];
}

export function stdioOverHttp(recording: Recording): Recording {
  const beside = besideOf(recording);
  const opened = new Set<number>();
  const asked = recording.exchanges.filter(({ from }) => from === 'client');
  const exchanges = asked.map((exchange): Exchange => {
    const { response: _line, ...rest } = exchange;
    const isOpen = opened.has(exchange.connection) && !isInitialize(exchange) && exchange.era === 'legacy';
    if (isInitialize(exchange) && exchange.outcome === 'ok') opened.add(exchange.connection);
    const session = sessionOf(exchange);
    const response = responseOf(exchange, beside.get(exchange), session);
    const request = { ...exchange.request, method: 'POST', path: ENDPOINT, headers: isOpen ? session : [] };
    return { ...rest, transport: 'http', request, ...(response === undefined ? {} : { response }) };
  });
  return { ...recording, exchanges: [...exchanges, ...standing(recording, beside)] };
}
