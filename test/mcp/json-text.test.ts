/** JSON as text: tokens are found and replaced where they stand, and nothing else moves. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { children, hasDuplicateKeys, parseJson, replaceAt, textAt, tokenAt } from '../../src/mcp/json-text.js';

/** Objects as text, with white space of every kind. */
const spaced = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom('', ' ', '\n\t', '\r\n  '))
  .map(([value, space]) => ({
    value,
    text: `${space}${JSON.stringify(value, null, space.replace(/\r/g, ''))}${space}`,
  }));

test('the members of an object are those that a parser sees, in their order', () => {
  fc.assert(
    fc.property(spaced, ({ value, text }) => {
      const members = children(text).map(({ key, start, end }) => [key, JSON.parse(text.slice(start, end)) as unknown]);
      expect(members).toEqual(Object.entries(JSON.parse(JSON.stringify(value)) as object));
    }),
  );
});

test('replacing a token changes that token alone', () => {
  fc.assert(
    fc.property(spaced, fc.jsonValue(), ({ value, text }, put) => {
      const [key] = Object.keys(value);
      fc.pre(key !== undefined);
      const token = tokenAt(text, [key ?? '']);
      const json = JSON.stringify(put);
      const replaced = replaceAt(text, [key ?? ''], json);
      expect(replaced).toBe(text.slice(0, token?.start) + json + text.slice(token?.end));
      expect(textAt(replaced, [key ?? ''])).toBe(json);
    }),
  );
});

test('numbers keep their spelling, and of duplicate keys the last one counts', () => {
  const text = '{"id":9007199254740993,"one":1.0,"id" : -0,"__proto__":{"a":1}}';

  expect(textAt(text, ['one'])).toBe('1.0');
  expect(textAt(text, ['id'])).toBe('-0');
  expect(textAt(text, ['__proto__', 'a'])).toBe('1');
  expect(hasDuplicateKeys(text)).toBe(true);
  expect(hasDuplicateKeys('{"a":{"b":1},"b":[{"a":2}]}')).toBe(false);
});

test('a path that leads nowhere finds nothing and changes nothing', () => {
  expect(textAt('{"a":[1,2]}', ['a', 5])).toBeUndefined();
  expect(textAt('{"a":[1,2]}', ['a', 1])).toBe('2');
  expect(replaceAt('{"a":1}', ['b'], '2')).toBe('{"a":1}');
  expect(parseJson('{"a":')).toBeUndefined();
});
