/** A finished exchange as lines of a recording, for those who have one in hand: probes, campaigns, replays. */
import { isEventStream, type Exchange } from '../exchange/exchange.js';
import { codingsOf } from './content-coding.js';
import type { EventLine, RecordingLine, RequestLine, ResponseLine } from './format.js';
import { storedBody, storedBytes } from './stored-bytes.js';

function requestLine(exchange: Exchange): RequestLine {
  const { n, at, transport, from, connection, era, principal, request } = exchange;
  return {
    type: 'request',
    n,
    at,
    transport,
    ...(from === 'server' ? { from } : {}),
    connection,
    era,
    principal,
    ...(transport === 'http' ? { method: request.method, path: request.path, headers: request.headers } : {}),
    body: storedBody(request.body),
  };
}

/** One event as it is stored. */
export function eventLine(n: number, atMs: number, raw: Buffer): EventLine {
  const stored = storedBytes(raw);
  return { type: 'event', n, atMs, ...('text' in stored ? { raw: stored.text } : stored) };
}

/** The lines of one exchange, in their order. */
export function recordingLinesOf(exchange: Exchange): RecordingLine[] {
  const { n, transport, response, outcome, durationMs, clientGoneAtMs, error } = exchange;
  const lines: RecordingLine[] = [requestLine(exchange)];
  const events = response?.events ?? [];
  if (response !== undefined && transport === 'http') {
    const { status = 0, reason = '', headers, atMs } = response;
    lines.push({ type: 'response', n, atMs, status, reason, headers } satisfies ResponseLine);
    lines.push(...events.map(({ atMs, raw }) => eventLine(n, atMs, raw)));
  }
  // The events are the body, unless it was compressed: then they are what came out of it.
  const isBody = events.length === 0 || (response !== undefined && codingsOf(response.headers).length > 0);
  const isStream = response !== undefined && isEventStream(response.headers);
  lines.push({
    type: 'end',
    n,
    atMs: durationMs,
    outcome,
    ...(response !== undefined && isBody ? { body: storedBody(response.body) } : {}),
    ...(isStream ? { bytes: response.body.wireLength ?? response.body.bytes.length } : {}),
    ...(response !== undefined && transport === 'stdio' ? { answeredAtMs: response.atMs } : {}),
    ...(clientGoneAtMs === undefined ? {} : { clientGoneAtMs }),
    ...(error === undefined ? {} : { error }),
  });
  return lines;
}
