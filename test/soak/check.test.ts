import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.js';
import { encodeLine } from '../../src/recording/codec.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { temporaryFolder } from '../proxy/helpers.js';
import { anExchange, bytes, HEADER } from '../recording/exchanges.js';
import { checkSoak } from './check.js';
import { growthMib } from './page.js';

const call = (n: number, tag: string, more: Partial<Exchange> = {}): Exchange => {
  const base = anExchange({ n, ...more });
  return { ...base, request: { ...base.request, body: { bytes: bytes(`{"params":{"tag":"${tag}"}}`) } } };
};

function tape(exchanges: readonly Exchange[], isClosed = true): string {
  const file = path.join(temporaryFolder(), 'tape.jsonl');
  const close = { type: 'close', at: HEADER.at, exchanges: exchanges.length } as const;
  writeFileSync(
    file,
    [HEADER, ...exchanges.flatMap(recordingLinesOf), ...(isClosed ? [close] : [])].map(encodeLine).join(''),
  );
  return file;
}

describe('the check of a soak', () => {
  const sent = [
    { tag: 'a', kind: 'json' },
    { tag: 'b', kind: 'abort' },
  ] as const;

  it('finds nothing wrong with a recording that has everything', async () => {
    const file = tape([call(1, 'a'), call(2, 'b', { outcome: 'aborted-by-client' })]);
    expect(await checkSoak([file], sent)).toMatchObject({ recorded: 2, faults: [] });
  });

  it.each([
    ['an exchange is missing', tape.bind(undefined, [call(1, 'a')]), /^b is not on record$/],
    [
      'one is there twice',
      tape.bind(undefined, [call(1, 'a'), call(2, 'b', { outcome: 'aborted-by-client' }), call(3, 'a')]),
      /a is on record twice/,
    ],
    ['one ended otherwise', tape.bind(undefined, [call(1, 'a'), call(2, 'b')]), /b \(abort\) ended as ok/],
    [
      'it was not closed',
      tape.bind(undefined, [call(1, 'a'), call(2, 'b', { outcome: 'aborted-by-client' })], false),
      /is not closed/,
    ],
  ])('tells where %s', async (_what, file, fault) => {
    const { faults } = await checkSoak([file()], sent);
    expect(faults).toEqual([expect.stringMatching(fault) as string]);
  });
});

const samples = (sizes: readonly number[]) => sizes.map((residentMib, i) => ({ atMs: i, exchanges: i, residentMib }));

describe('the growth of memory', () => {
  it('is none where it only warmed up', () => {
    expect(growthMib(samples([50, 90, 120, 120, 120, 120, 120, 120]))).toBe(0);
  });

  it('is seen where it goes on', () => {
    expect(growthMib(samples([50, 60, 70, 80, 90, 100, 110, 120]))).toBe(40);
  });
});
