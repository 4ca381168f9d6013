import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clip, inert } from '../../src/report/inert.js';

/** Whatever a terminal may act on: controls, bidi, zero width, tags, separators, halves of pairs. */
const ACTIVE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const hostile = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom('\u001b[31m', '\u009b2J', '\r\n', '\u202e', '\u2066', '\u200b', '\u{e0041}', '\u0007', 'plain '),
  ),
});

describe('inert', () => {
  test('no text keeps anything that a terminal acts on', () => {
    fc.assert(fc.property(hostile, (text) => !ACTIVE.test(inert(text))));
  });

  test('what is inert stays as it is', () => {
    fc.assert(fc.property(hostile, (text) => inert(inert(text)) === inert(text)));
  });

  test('letters of any script are readable as before', () => {
    expect(inert('créer un brouillon – 草稿 🙂')).toBe('créer un brouillon – 草稿 🙂');
  });

  test('what is escaped can still be told', () => {
    expect(inert('a\n\u001b[31mb\u202ec\u0000')).toBe('a\\n\\x1b[31mb\\u{202e}c\\x00');
  });
});

describe('clip', () => {
  test('a text is never longer than asked for, and never cut through a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, charactersMax) => {
        const clipped = clip(text, charactersMax);
        expect(Array.from(clipped).length).toBeLessThanOrEqual(charactersMax);
        expect(clipped).toSatisfy((one: string) => one === text || text.startsWith(one.slice(0, -1)));
        expect(/\p{Cs}/u.test(clipped)).toBe(false);
      }),
    );
  });

  test('what was cut is shown', () => {
    expect(clip('create_draft', 7)).toBe('create…');
    expect(clip('create', 6)).toBe('create');
  });
});
