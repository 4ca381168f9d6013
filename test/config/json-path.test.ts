import { describe, expect, it } from 'vitest';
import { matches } from '../../src/config/json-path.js';

describe('matches', () => {
  it('gives the places that an expression names, with their normalized paths', () => {
    const state = { drafts: [{ status: 'draft' }, { status: 'published' }], "it's": 1 };
    expect(matches("$.drafts[?(@.status!='draft')]", state)).toEqual([
      { path: "$['drafts'][1]", value: { status: 'published' } },
    ]);
    expect(matches("$['it\\'s']", state)).toEqual([{ path: "$['it\\'s']", value: 1 }]);
    expect(matches('$', null)).toEqual([{ path: '$', value: null }]);
    expect(matches('$.nothing', state)).toEqual([]);
  });

  it.each([
    ['drafts', 'unexpected "d" at character 1'],
    ['$.x[?(@.a=1)]', 'unexpected "=" at character 10'],
    ['', 'unexpected the end at character 1'],
  ])('refuses %j, naming its place', (expression, why) => {
    expect(() => matches(expression, {}, 'forbid[0]')).toThrow(
      `forbid[0]: ${JSON.stringify(expression)} is no JSONPath expression (RFC 9535): ${why}`,
    );
  });
});
