import { describe, expect, it } from 'vitest';
import type { Ended } from '../../src/proxy/tap.js';
import { LineTap, type Side } from '../../src/proxy/line-tap.js';
import { encodeLine } from '../../src/recording/codec.js';
import { exchangesDocument } from '../../src/recording/exchanges-document.js';
import type { RecordingLine } from '../../src/recording/format.js';
import { RecordingAssembler } from '../../src/recording/recording.js';
import { HEADER } from '../recording/exchanges.js';

const META = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';

/** What is on record after these lines have crossed, each written as `> line` by the client or `< line` by the server. */
function recorded(
  lines: readonly string[],
  end: (tap: LineTap) => void = (tap) => tap.close('over'),
  bodyBytesMax = 1_000_000,
) {
  const written: RecordingLine[] = [HEADER];
  const ended: Ended[] = [];
  let now = 0;
  const tap = new LineTap({
    principal: 'anonymous',
    bodyBytesMax,
    now: () => '2026-11-30T12:00:00.000Z',
    clockMs: () => ++now,
    write: (more) => written.push(...more),
    onEnd: (one) => ended.push(one),
  });
  for (const line of lines) {
    const from: Side = line.startsWith('> ') ? 'client' : 'server';
    tap.line(from, Buffer.from(line.slice(2), 'utf8'));
  }
  end(tap);
  const assembler = new RecordingAssembler('tape');
  for (const line of written) assembler.add(Buffer.from(encodeLine(line).trimEnd(), 'utf8'));
  return { ...exchangesDocument(assembler.result()), ended };
}

const shape = (lines: readonly string[]) =>
  recorded(lines).exchanges.map(({ from, rpc, response, outcome }) => {
    const body = response?.body;
    return [from ?? 'client', rpc?.method, rpc?.id, body && 'text' in body ? body.text : undefined, outcome];
  });

const cancel = (id: string) => `> {"method":"notifications/cancelled","params":{"requestId":${id}}}`;

describe('lines on stdio', () => {
  it('that are no JSON-RPC are kept up to the limit, with their length', () => {
    const { stray } = recorded(['< a line that goes on and on'], undefined, 6);
    expect(stray).toMatchObject([{ from: 'server', text: 'a line', truncated: true, bytes: 26 }]);
  });

  it('are put together to exchanges by id, in whatever order the answers come', () => {
    expect(
      shape([
        '> {"id":1,"method":"a"}',
        '> {"id":"1","method":"b"}',
        '< {"id":"1","result":{"isError":true}}',
        '< {"id":1,"error":{"code":-32601}}',
      ]),
    ).toEqual([
      ['client', 'a', '1', '{"id":1,"error":{"code":-32601}}', 'protocol-error'],
      ['client', 'b', '"1"', '{"id":"1","result":{"isError":true}}', 'tool-error'],
    ]);
  });

  it('answer the oldest request where an id is in flight twice', () => {
    const [first, second] = shape(['> {"id":1,"method":"a"}', '> {"id":1,"method":"b"}', '< {"id":1,"result":{}}']);
    expect([first?.[4], second?.[4]]).toEqual(['ok', 'no-result']);
  });

  it('of the server have an id space of their own', () => {
    expect(
      shape([
        '> {"id":1,"method":"tools/call"}',
        '< {"id":1,"method":"roots/list"}',
        '> {"id":1,"result":{"roots":[]}}',
        '< {"id":1,"result":{}}',
      ]),
    ).toEqual([
      ['client', 'tools/call', '1', '{"id":1,"result":{}}', 'ok'],
      ['server', 'roots/list', '1', '{"id":1,"result":{"roots":[]}}', 'ok'],
    ]);
  });

  it('that are notifications are exchanges of their own, on both sides', () => {
    expect(shape(['> {"method":"notifications/initialized"}', '< {"method":"notifications/message"}'])).toEqual([
      ['client', 'notifications/initialized', undefined, undefined, 'ok'],
      ['server', 'notifications/message', undefined, undefined, 'ok'],
    ]);
  });

  it('that are no JSON-RPC are stray, an unterminated one as well', () => {
    const { exchanges, stray } = recorded(
      ['< Listening…', '< ', '< {"not":"rpc"}', '< [1]', '> {"id":1,"method":"a"'],
      (tap) => tap.unterminated('server', Buffer.from('bye')),
    );
    expect(exchanges).toEqual([]);
    expect(stray?.map((one) => (one as { text: string }).text)).toEqual([
      'Listening…',
      '',
      '{"not":"rpc"}',
      '[1]',
      '{"id":1,"method":"a"',
      'bye',
    ]);
    expect(stray?.at(-1)).toMatchObject({ from: 'server', unterminated: true });
  });

  it('keep a request that was cancelled and never answered as abandoned; one that was answered all the same as answered', () => {
    const outcomes = shape([
      '> {"id":1,"method":"a"}',
      '> {"id":2,"method":"b"}',
      cancel('1'),
      cancel('2'),
      '< {"id":2,"result":{}}',
      '> {"id":3,"method":"c"}',
    ]).map(([, method, , , outcome]) => [method, outcome]);
    expect(outcomes).toEqual([
      ['a', 'aborted-by-client'],
      ['b', 'ok'],
      ['notifications/cancelled', 'ok'],
      ['notifications/cancelled', 'ok'],
      ['c', 'no-result'],
    ]);
  });

  it('that answer nobody stand alone', () => {
    expect(shape(['< {"id":9,"result":{}}', '< {"id":null,"error":{"code":-32700}}'])).toEqual([
      ['server', undefined, undefined, undefined, 'no-result'],
      ['server', undefined, undefined, undefined, 'protocol-error'],
    ]);
  });

  it('that are a batch are one exchange, answered by one', () => {
    const { exchanges } = recorded([
      '> [{"id":1,"method":"a"},{"id":2,"method":"b"}]',
      '< [{"id":2,"result":{}},{"id":1,"result":{}}]',
    ]);
    expect(exchanges).toHaveLength(1);
    expect(exchanges[0]?.batch?.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });

  it('say their era by the envelope; what carries none is of the era of the process', () => {
    const eras = recorded([
      `> {"id":1,"method":"tools/list","params":{${META}}}`,
      '> {"method":"notifications/cancelled","params":{"requestId":1}}',
      '< {"method":"notifications/message"}',
      '> {"id":2,"method":"initialize","params":{}}',
      '< {"method":"notifications/message"}',
    ]).exchanges.map(({ era }) => era);
    expect(eras).toEqual(['modern', 'modern', 'modern', 'legacy', 'legacy']);
  });

  it('tell the audit of each request of the client, when it is over', () => {
    const { ended } = recorded(['> {"id":1,"method":"a"}', '< {"id":5,"method":"ping"}', '< {"id":1,"result":{}}']);
    expect(ended.map(({ outcome, status }) => [outcome, status])).toEqual([['ok', undefined]]);
  });
});
