import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duration, pad, plural, ranges, wrap } from '../../../src/report/terminal/layout.js';

test('one is singular', () => {
  expect([0, 1, 2].map((count) => plural(count, 'finding'))).toEqual(['0 findings', '1 finding', '2 findings']);
});

test('padding counts characters, not their halves', () => {
  expect(pad('🙂', 3)).toBe('🙂  ');
});

test.each([
  [40, '0.0 s'],
  [9812, '9.8 s'],
  [59_999, '60.0 s'],
  [60_000, '1 min 0 s'],
  [724_400, '12 min 4 s'],
  [28_920_000, '8 h 2 min'],
])('%i ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

describe('wrapping', () => {
  test('loses no word, keeps their order and stays within the width where a word allows it', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (all, width) => {
        const lines = wrap(all, width, '  ');
        expect(lines.flatMap((line) => line.trim().split(' ')).filter(Boolean)).toEqual(all);
        for (const line of lines) expect(line.length <= width || !line.trim().includes(' ')).toBe(true);
      }),
    );
  });
});

describe('ranges', () => {
  test('name what stands together in one breath', () => {
    expect(ranges([9, 4, 8, 7])).toBe('#4, #7–9');
    expect(ranges([])).toBe('');
  });

  test('name every number and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (numbers) => {
        const named = ranges(numbers)
          .split(', ')
          .filter(Boolean)
          .flatMap((run) => {
            const [from = 0, to = from] = run.slice(1).split('–').map(Number);
            return Array.from({ length: to - from + 1 }, (_, i) => from + i);
          });
        expect(named).toEqual(numbers.toSorted((a, b) => a - b));
      }),
    );
  });
});
