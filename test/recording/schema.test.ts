import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLine } from '../../src/recording/codec.js';
import type { RecordingLine } from '../../src/recording/format.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { createRedactor } from '../../src/recording/redaction/redactor.js';
import { anExchange, anyExchange, HEADER } from './exchanges.js';

const read = (path: string): string => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');

const validate = new Ajv2020({ strict: false }).compile(JSON.parse(read('recording.schema.json')) as object);

const problems = (line: unknown): string =>
  validate(line) ? '' : `${JSON.stringify(line)}: ${JSON.stringify(validate.errors)}`;

const written = (line: RecordingLine): unknown => JSON.parse(encodeLine(line));

describe('the published schema', () => {
  it('fits every line that is written, masked or not', () => {
    const redactor = createRedactor({ key: Buffer.alloc(32, 7) });
    fc.assert(
      fc.property(anyExchange, (exchange) => {
        for (const line of recordingLinesOf(exchange)) {
          expect(problems(written(line))).toBe('');
          expect(problems(written(redactor.line(line)))).toBe('');
        }
      }),
    );
  });

  it.each<RecordingLine>([
    HEADER,
    { type: 'stray', at: HEADER.at, from: 'server', text: 'ready', unterminated: true },
    { type: 'step', phase: 'case', atMs: 1, step: { do: 'reset' }, exchanges: [] },
    { type: 'gap', at: HEADER.at, lost: 1, reason: 'slow' },
    { type: 'close', at: HEADER.at, exchanges: 0 },
    ...recordingLinesOf(anExchange({ transport: 'stdio', from: 'server' })),
  ])('fits %j', (line) => {
    expect(problems(written(line))).toBe('');
  });

  it('fits the example in the description of the format', () => {
    const example = /```jsonl\n([^`]*)```/.exec(read('recording-format.md'))?.[1] ?? '';
    const lines = example.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(problems(JSON.parse(line))).toBe('');
  });

  it.each([
    { ...HEADER, version: 2 },
    { type: 'request', n: 0 },
    { type: 'event', n: 1, atMs: 1, raw: 'x', base64: 'eA==' },
    { type: 'end', n: 1, atMs: 1, outcome: 'fine' },
    { type: 'close' },
    {},
  ])('does not fit %j', (line) => {
    expect(problems(line)).not.toBe('');
  });
});
