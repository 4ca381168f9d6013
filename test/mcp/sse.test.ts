/** Event streams: however the bytes arrive, the same events, and joined they are the stream. */
import { createParser } from 'eventsource-parser';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventSplitter, fieldsOf, splitEvents } from '../../src/mcp/sse.js';

const line = fc.constantFrom(
  ': alive',
  'data: {"a":1}',
  'data',
  'data:x',
  'event: message',
  'id: 7',
  'retry: 10',
  'data: é🗝',
  'other: 1',
);
const ending = fc.constantFrom('\n', '\r\n', '\r');
const stream = fc
  .tuple(ending, fc.array(fc.array(line, { maxLength: 4 }), { maxLength: 5 }), fc.option(line, { nil: '' }))
  .map(([end, events, tail]) => Buffer.from(events.map((lines) => [...lines, ''].join(end) + end).join('') + tail));

/** The stream in pieces, cut at any byte. */
const cut = (bytes: Buffer, at: readonly number[]): Buffer[] => {
  const places = [...new Set(at.map((one) => one % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [...places, bytes.length].map((to, i) => bytes.subarray(places[i - 1] ?? 0, to));
};

test('however a stream is cut, its events are the same and joined they are the stream', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(200), { maxLength: 8 }), (bytes, at) => {
      const splitter = new EventSplitter();
      const pieces = cut(bytes, at).flatMap((piece) => splitter.push(piece));
      const rest = splitter.rest();
      const whole = splitEvents(bytes);
      const events = splitter.restIsComplete && rest ? [...pieces, rest] : pieces;
      expect(events.map(String)).toEqual(whole.events.map(String));
      expect(Buffer.concat([...pieces, ...(rest ? [rest] : [])])).toEqual(bytes);
    }),
  );
});

test('the fields of whole events are those that another parser reads', () => {
  fc.assert(
    fc.property(stream, (bytes) => {
      const { events } = splitEvents(bytes);
      const theirs: unknown[] = [];
      const parser = createParser({ onEvent: ({ data, event }) => theirs.push({ data, event: event ?? 'message' }) });
      for (const raw of events) parser.feed(raw.toString('utf8').replace(/\r\n|\r/g, '\n'));
      const ours = events.map(fieldsOf).flatMap(({ data, event }) => (data === undefined ? [] : [{ data, event }]));
      expect(ours).toEqual(theirs);
    }),
  );
});

test('an event without its blank line is the tail', () => {
  const { events, tail } = splitEvents(Buffer.from(': hi\n\ndata: 1\n'));
  expect([events.map(String), String(tail)]).toEqual([[': hi\n\n'], 'data: 1\n']);
});
