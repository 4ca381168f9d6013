import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownValues } from '../../../src/recording/redaction/known-values.js';
import { Needles } from '../../../src/recording/redaction/needles.js';

/** A small alphabet, so that needles begin alike, overlap and hold each other. */
const text = (length: { minLength?: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '\u20ac'), ...length });

describe('needles', () => {
  it('are found in every place where they stand, and nowhere else', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(text({ minLength: 8, maxLength: 12 }), { maxLength: 6 }),
        text({ maxLength: 60 }),
        text({ maxLength: 10 }),
        (needles, before, after) => {
          const haystack = `${before}${needles[0] ?? ''}${after}`;
          const all = new Needles<string>();
          for (const needle of needles) all.add(needle, needle);
          const expected = needles.flatMap((needle) =>
            Array.from({ length: haystack.length }, (_, from) => from)
              .filter((from) => haystack.startsWith(needle, from))
              .map((from) => `${from} ${needle}`),
          );
          const found = all
            .matchesIn(haystack)
            .map(({ from, to, value }) =>
              haystack.slice(from, to) === value ? `${from} ${value}` : `wrong end ${to}`,
            );
          expect(found.toSorted()).toEqual(expected.toSorted());
        },
      ),
    );
  });
});

describe('known values', () => {
  it('leave nothing of two that overlap', () => {
    const known = new KnownValues((secret) => `<${secret.length}>`);
    known.learn('q8Zr5TgY1m');
    known.learn('TgY1mK7w9xE2');
    expect(known.maskIn('a q8Zr5TgY1mK7w9xE2 b q8Zr5TgY1m c')).toBe('a <12> b <10> c');
  });

  it('are masked where they are cut off at the end, unless that is a word', () => {
    const known = new KnownValues((secret) => `<${secret.length}>`);
    known.learn('workspace-9f2Kq8Zr5');
    expect(known.maskIn('a workspace-9f2K')).toBe('a <19>');
    expect(known.maskIn('a workspace-9f2K b')).toBe('a workspace-9f2K b');
    expect(known.maskIn('my workspace')).toBe('my workspace');
  });
});
