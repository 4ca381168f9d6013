import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.js';
import { LineSplitter } from '../../src/mcp/lines.js';
import { encodeLine } from '../../src/recording/codec.js';
import type { RecordingLine } from '../../src/recording/format.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { RecordingAssembler, type Recording } from '../../src/recording/recording.js';
import { UserError } from '../../src/user-error.js';
import { anExchange, anyExchange, bytes, HEADER } from './exchanges.js';

/** The file that these lines make, read again. */
function read(file: Buffer): Recording {
  const assembler = new RecordingAssembler('tape.jsonl');
  const splitter = new LineSplitter();
  for (const line of splitter.push(file)) assembler.add(line);
  const rest = splitter.rest();
  if (rest) assembler.add(rest, false);
  return assembler.result();
}

const fileOf = (lines: readonly RecordingLine[]): Buffer => bytes(lines.map(encodeLine).join(''));

const close = (exchanges: number): RecordingLine => ({ type: 'close', at: HEADER.at, exchanges });

const tapeOf = (exchanges: readonly Exchange[]): RecordingLine[] => [
  HEADER,
  ...exchanges.flatMap(recordingLinesOf),
  close(exchanges.length),
];

describe('a recording', () => {
  it('gives back every exchange to the byte', () => {
    fc.assert(
      fc.property(fc.array(anyExchange, { maxLength: 4 }), (drawn) => {
        const exchanges = drawn.map((one, i) => ({ ...one, n: i + 1 }));
        const recording = read(fileOf(tapeOf(exchanges)));
        expect(recording.exchanges).toEqual(exchanges);
        expect(recording.complete).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('puts exchanges in the order in which their requests came, however their lines are interleaved', () => {
    const [one, two] = [anExchange({ n: 1 }), anExchange({ n: 2 })].map(recordingLinesOf);
    const lines = [HEADER, two![0]!, one![0]!, one![1]!, two![1]!, two![2]!, one![2]!, close(2)];
    expect(read(fileOf(lines)).exchanges).toEqual([anExchange({ n: 1 }), anExchange({ n: 2 })]);
  });

  it('that was cut anywhere reads up to there, and is not complete', () => {
    const exchanges = [1, 2, 3].map((n) => anExchange({ n }));
    const whole = fileOf(tapeOf(exchanges));
    const head = encodeLine(HEADER).length;
    fc.assert(
      fc.property(fc.integer({ min: head, max: whole.length - 2 }), (at) => {
        const { exchanges: found, complete } = read(whole.subarray(0, at));
        expect(complete).toBe(false);
        const ended = found.filter(({ outcome }) => outcome === 'ok');
        expect(ended).toEqual(exchanges.slice(0, ended.length));
        expect(found.length - ended.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('lists a request that was never answered, with no result', () => {
    const [request, head] = recordingLinesOf(anExchange());
    const [found] = read(fileOf([HEADER, request!, head!])).exchanges;
    expect(found).toMatchObject({ n: 1, outcome: 'no-result', durationMs: 2.5, response: { status: 200 } });
  });

  it('is not complete where its last line is not the one that closes it', () => {
    const torn = Buffer.concat([fileOf(tapeOf([anExchange()])), bytes('{"half":"\u00c3')]);
    const recording = read(torn);
    expect(recording.complete).toBe(false);
    expect(recording.exchanges).toEqual([anExchange()]);
    expect(recording.damaged).toEqual([6]);
  });

  it('leaves out a damaged line in its middle, and says which', () => {
    const lines = tapeOf([anExchange({ n: 1 }), anExchange({ n: 2 })]).map(encodeLine);
    lines[2] = '\u0000\u0000\u0000\n';
    const recording = read(bytes(lines.join('')));
    expect(recording.damaged).toEqual([3]);
    expect(recording.exchanges.map(({ n }) => n)).toEqual([1, 2]);
  });

  it('is not complete where exchanges were dropped', () => {
    const gap = { type: 'gap', at: HEADER.at, lost: 3, reason: 'the disk could not keep up' } as const;
    expect(read(fileOf([HEADER, gap, close(0)])).complete).toBe(false);
  });

  it('passes over a kind of line that it does not know', () => {
    const strange = { type: 'weather', n: 1 } as unknown as RecordingLine;
    expect(read(fileOf([HEADER, strange, close(0)])).complete).toBe(true);
  });

  it('keeps what a masked stream was on the wire', () => {
    const lines = recordingLinesOf(anExchange());
    const stream: RecordingLine[] = [
      lines[0]!,
      { type: 'response', n: 1, atMs: 1, status: 200, reason: 'OK', headers: [['Content-Type', 'text/event-stream']] },
      { type: 'event', n: 1, atMs: 2, redacted: true, raw: 'data: [redacted:0123456789abcdef]\n\n' },
      { type: 'end', n: 1, atMs: 3, outcome: 'ok', bytes: 99 },
    ];
    const [found] = read(fileOf([HEADER, ...stream, close(1)])).exchanges;
    expect(found?.response?.body).toMatchObject({ redacted: true, wireLength: 99 });
  });
});

const complaint = (text: string): string => {
  try {
    read(bytes(text));
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message;
  }
  return '';
};

describe('a file that is no recording', () => {
  it.each([
    ['', /tape\.jsonl is empty/],
    ['{"log":{"version":"1.2"}}\n', /tape\.jsonl is not a recording.*"format": "mcp-shakedown\/recording"/],
    ['hello\n', /tape\.jsonl is not a recording/],
    ['{"type":"header","format":"mcp-shakedown/recording","version":7}\n', /version 7.*versions up to 1.*Update/],
    ['{"type":"header","format":"mcp-shakedown/recording","version":"1"}\n', /has the version "1"/],
  ])('is refused by name: %j', (text, sentence) => {
    expect(complaint(text)).toMatch(sentence);
  });
});
