/**
 * A recorded answer as lines of a stdio server, with their times. An answer over HTTP is the messages in its body or
 * its events; what it said by its status alone has no line.
 */
import { isEventStream, type Exchange } from '../exchange/exchange.js';
import { readRpc } from '../mcp/json-rpc.js';
import { fieldsOf } from '../mcp/sse.js';
import { timeMs, type Beside, type Told } from './beside.js';
import type { Echo } from './echo.js';
import { echoBody } from './echo-event.js';

export interface TimedLine {
  readonly atMs: number;
  /** Without its LF. */
  readonly line: Buffer;
}

/** Between the tokens of JSON a line break is a space; within them there is none. */
export const withoutLineEnds = (text: Buffer): Buffer =>
  Buffer.from(text.toString('latin1').replace(/[\r\n]+/g, ' '), 'latin1');

const isMessage = (text: Buffer): boolean => readRpc(text.toString('utf8')).kind !== 'foreign';

function linesOverHttp({ response, durationMs }: Exchange): TimedLine[] {
  if (response === undefined) return [];
  if (response.events !== undefined || isEventStream(response.headers)) {
    return (response.events ?? []).flatMap(({ atMs, raw }) => {
      const { data } = fieldsOf(raw);
      const line = Buffer.from(data ?? '', 'utf8');
      return isMessage(line) ? [{ atMs, line: withoutLineEnds(line) }] : [];
    });
  }
  const content = response.body.decoded ?? response.body.bytes;
  return isMessage(content) ? [{ atMs: durationMs, line: withoutLineEnds(content) }] : [];
}

export function linesOf(exchange: Exchange, beside: Beside | undefined, echo: Echo): TimedLine[] {
  const told = (lines: readonly Told[] = []): TimedLine[] =>
    lines.map((one) => ({ atMs: Math.max(0, one.timeMs - timeMs(exchange)), line: one.line }));
  const { transport, response } = exchange;
  const answer =
    transport === 'http'
      ? linesOverHttp(exchange)
      : response === undefined
        ? []
        : [{ atMs: response.atMs, line: response.body.bytes }];
  const all = [...told(beside?.before), ...answer, ...told(beside?.after)];
  return all.map(({ atMs, line }) => ({ atMs, line: echoBody(line, echo) }));
}
