import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber, parseExact, writeExact } from '../../src/mcp/exact-json.js';

describe('JSON without loss', () => {
  it('is what every parser reads where nothing is lost', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseExact(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps the digits of an integer that a number cannot hold', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n + 1n }), (value) => {
        const parsed = parseExact(`{"n":[${value}]}`) as { n: unknown[] };
        const [held] = parsed.n;
        if (BigInt(Number(value)) === value && String(Number(value)) === String(value))
          expect(held).toBe(Number(value));
        else expect(held).toEqual(new ExactNumber(String(value)));
      }),
    );
  });

  it('does not take digits inside a string for a number', () => {
    expect(parseExact('{"a":"9007199254740993 and 1e999","b":9007199254740993}')).toEqual({
      a: '9007199254740993 and 1e999',
      b: new ExactNumber('9007199254740993'),
    });
  });

  it('is written as it was read', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt(), (value, big) => {
        const text = `{"v":${JSON.stringify(value)},"big":${big}}`;
        expect(parseExact(writeExact(parseExact(text)))).toEqual(parseExact(text));
      }),
    );
  });

  it('is undefined where the text is none', () => {
    expect(['', '{', '01', '{"a":90071992547409931}}', 'nothing'].map(parseExact)).toEqual(Array(5).fill(undefined));
  });
});
