import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapJsonStrings } from '../../../src/recording/redaction/json.js';

const keep = { value: (content: string) => content };

/** A JSON value with every string value replaced, keys and all else as they are. */
function mapped(value: unknown, by: (text: string) => string): unknown {
  if (typeof value === 'string') return by(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, by));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, mapped(inner, by)] as const);
  const result: Record<string, unknown> = {};
  for (const [key, inner] of entries)
    Object.defineProperty(result, key, { value: inner, enumerable: true, configurable: true, writable: true });
  return result;
}

const shout = (text: string): string => `${text}"!\n`;

describe('strings in JSON text', () => {
  it('leave the text alone where none is replaced, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(mapJsonStrings(text, keep)).toBe(text);
      }),
    );
  });

  it('are replaced one by one, and the text stays JSON with all else in place', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(JSON.parse(mapJsonStrings(text, { value: shout }))).toEqual(mapped(JSON.parse(text), shout));
      }),
    );
  });

  it('are seen with the member that they stand under, in arrays too', () => {
    const seen: unknown[] = [];
    mapJsonStrings('{"a":"1","b":["2",{"c":"3"},"4"],"d":{"e":"5"},"f":6}', {
      value(content, key) {
        seen.push([key, content]);
        return content;
      },
    });
    expect(seen).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
      ['b', '4'],
      ['e', '5'],
    ]);
  });

  it('keep the spelling of numbers, duplicate keys and escapes beside them', () => {
    const text = '{ "n": 9007199254740993, "x": "old", "x": 1.0, "e": "\\u00e9\\/" }';
    const masked = mapJsonStrings(text, { value: (content) => (content === 'old' ? 'new' : content) });
    expect(masked).toBe('{ "n": 9007199254740993, "x": "new", "x": 1.0, "e": "\\u00e9\\/" }');
  });

  it('are replaced in text that is cut off, within a string, an escape or a key', () => {
    const mask = { value: () => 'M' };
    expect(mapJsonStrings('{"a":"secr', mask)).toBe('{"a":"M');
    expect(mapJsonStrings('{"a":"secr\\', mask)).toBe('{"a":"M');
    expect(mapJsonStrings('{"a":"secr\\"', mask)).toBe('{"a":"M');
    expect(mapJsonStrings('{"a":"secr\\u00', mask)).toBe('{"a":"M');
  });

  it('are found at any depth without recursion', () => {
    const deep = `${'['.repeat(100_000)}"x"`;
    expect(mapJsonStrings(deep, { value: () => 'y' }).endsWith('"y"')).toBe(true);
  });
});
