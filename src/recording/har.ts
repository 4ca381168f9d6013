/**
 * A recording as an HTTP Archive (HAR 1.2), for the tools that read those. What HAR has no place for stands in members
 * that begin with `_`, as it allows; an exchange over stdio is shown as a POST to `stdio:`. Pure.
 */
import type { Body, Exchange, Response } from '../exchange/exchange.js';
import { contentOf, rpcOf } from '../exchange/exchange.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { shownExchange } from './exchanges-document.js';
import type { Recording } from './recording.js';
import { storedBytes } from './stored-bytes.js';

interface Pair {
  readonly name: string;
  readonly value: string;
}

const pairsOf = (headers: HeaderList): Pair[] => headers.map(([name, value]) => ({ name, value }));

/** HAR knows text, and Base64 in answers; what of a request is no text is said to be missing. */
function postData({ body, headers }: Exchange['request']) {
  const content = storedBytes(contentOf(body));
  const mimeType = header(headers, 'content-type') ?? 'application/json';
  if ('text' in content) return content.text === '' ? {} : { postData: { mimeType, text: content.text, params: [] } };
  return { postData: { mimeType, text: '', params: [], comment: 'no text', _base64: content.base64 } };
}

const sizeOf = ({ wireLength, bytes }: Body): number => wireLength ?? bytes.length;

function responseOf(response: Response | undefined) {
  const { status = 0, reason = '', headers = [], body = { bytes: Buffer.alloc(0) } } = response ?? {};
  const content = storedBytes(contentOf(body));
  return {
    status,
    statusText: reason,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairsOf(headers),
    content: {
      size: contentOf(body).length,
      mimeType: header(headers, 'content-type') ?? '',
      ...('text' in content ? { text: content.text } : { text: content.base64, encoding: 'base64' }),
    },
    redirectURL: header(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: response === undefined ? -1 : sizeOf(body),
  };
}

/** Every query parameter as it stands in the path, decoded where it can be. */
const queryOf = (path: string): Pair[] =>
  [...new URLSearchParams(path.split('?').slice(1).join('?'))].map(([name, value]) => ({ name, value }));

function urlOf({ transport, request }: Exchange, origin: string): string {
  if (transport === 'http') return origin + request.path;
  const content = rpcOf(request);
  const method = content.kind === 'single' && 'method' in content.message ? content.message.method : '';
  return `stdio:${encodeURI(method)}`;
}

function entryOf(exchange: Exchange, origin: string) {
  const { n, at, durationMs, connection, from, era, principal, request, response, outcome, error } = exchange;
  const waitMs = Math.min(response?.atMs ?? durationMs, durationMs);
  const { rpc, batch, response: shown } = shownExchange(exchange);
  return {
    startedDateTime: at,
    time: durationMs,
    request: {
      method: request.method || 'POST',
      url: urlOf(exchange, origin),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairsOf(request.headers),
      queryString: queryOf(request.path),
      ...postData(request),
      headersSize: -1,
      bodySize: sizeOf(request.body),
    },
    response: responseOf(response),
    cache: {},
    timings: { send: 0, wait: waitMs, receive: durationMs - waitMs },
    connection: String(connection),
    _n: n,
    _outcome: outcome,
    _era: era,
    _principal: principal,
    ...(from === 'server' ? { _from: from } : {}),
    ...(rpc === undefined ? {} : { _rpc: rpc }),
    ...(batch === undefined ? {} : { _batch: batch }),
    ...(shown?.events === undefined ? {} : { _events: shown.events }),
    ...(error === undefined ? {} : { _error: error }),
  };
}

/** The document; its entries stand in the order in which their requests came. */
export function harOf({ header: { tool, target }, exchanges, complete }: Recording): object {
  const origin = URL.canParse(target.name) ? new URL(target.name).origin : '';
  return {
    log: {
      version: '1.2',
      creator: { name: tool.name, version: tool.version },
      entries: exchanges.map((exchange) => entryOf(exchange, origin)),
      ...(complete ? {} : { comment: 'the recording is not complete' }),
    },
  };
}
