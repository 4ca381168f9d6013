import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { withMemberAt, withoutMemberAt } from '../../generators/json-edit.js';

describe('a member in JSON text', () => {
  it.each([
    ['{"a":1,"b":2,"c":3}', 'a', '{"b":2,"c":3}'],
    ['{"a":1,"b":2,"c":3}', 'b', '{"a":1,"c":3}'],
    ['{"a":1,"b":2,"c":3}', 'c', '{"a":1,"b":2}'],
    ['{ "a" : 1.0 , "b" : 2 }', 'a', '{ "b" : 2 }'],
    ['{"a":1}', 'a', '{}'],
    ['{"a":1,"b":2,"a":3}', 'a', '{"b":2}'],
    ['{"b":2}', 'a', '{"b":2}'],
    ['[1]', 'a', '[1]'],
    ['not JSON', 'a', 'not JSON'],
  ])('%s without %s is %s', (text, key, expected) => {
    expect(withoutMemberAt(text, [], key)).toBe(expected);
  });

  it('is added behind the others, their spelling kept', () => {
    expect(withMemberAt('{"p":{"x":1.0}}', ['p'], 'y', '"z"')).toBe('{"p":{"x":1.0,"y":"z"}}');
    expect(withMemberAt('{"p":{}}', ['p'], 'y', '2')).toBe('{"p":{"y":2}}');
  });

  it('that was added and left out again leaves the text as it was', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5, noNullPrototype: true });
    fc.assert(
      fc.property(objects, (object) => {
        const text = JSON.stringify({ inside: object });
        const added = withMemberAt(text, ['inside'], 'a key of its own', '{"x":[1,2]}');
        const { inside } = JSON.parse(text) as { inside: object };
        expect(JSON.parse(added)).toEqual({ inside: { ...inside, 'a key of its own': { x: [1, 2] } } });
        expect(withoutMemberAt(added, ['inside'], 'a key of its own')).toBe(text);
      }),
    );
  });
});
