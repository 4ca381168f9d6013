import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExact } from '../../src/mcp/exact-json.js';
import { canonicalJson, compareJson } from '../../src/serve/same-json.js';

/** The same value with the members of its objects in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reordered(inner)]),
  );
}

const json = fc.jsonValue().map((value) => parseExact(JSON.stringify(value)));

describe('the same JSON', () => {
  it('is the same in any order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reordered(value))).toBe(canonicalJson(value));
        expect(compareJson(value, reordered(value)).differences).toEqual([]);
      }),
    );
  });

  it('is told apart by the two ways of comparing alike', () => {
    fc.assert(
      fc.property(json, json, (one, two) => {
        expect(compareJson(one, two).differences.length === 0).toBe(canonicalJson(one) === canonicalJson(two));
      }),
    );
  });

  it('keeps numbers apart that JavaScript would round to one', () => {
    const [one, two] = ['[9007199254740993]', '[9007199254740992]'].map(parseExact);
    expect(canonicalJson(one)).not.toBe(canonicalJson(two));
    expect(compareJson(one, two).differences).toMatchObject([{ path: '$[0]' }]);
  });

  it('takes any text for a mask, and says which', () => {
    const mask = '[redacted:0123456789abcdef]';
    expect(compareJson({ a: `Bearer ${mask}.` }, { a: 'Bearer s3cr3t.' })).toEqual({
      differences: [],
      secrets: [[`Bearer ${mask}.`, 'Bearer s3cr3t.']],
    });
    expect(compareJson({ a: `Bearer ${mask}` }, { a: 'Basic x' }).differences).toHaveLength(1);
    expect(compareJson({ a: mask }, { a: 5 }).differences).toHaveLength(1);
  });

  it('names the places that differ', () => {
    const { differences } = compareJson({ a: [1, { 'b c': 2 }], d: null }, { a: [1, { 'b c': 3 }, 4] });
    expect(differences).toEqual([
      { path: '$.a[1]["b c"]', recorded: 2, sent: 3 },
      { path: '$.a[2]', recorded: undefined, sent: 4 },
      { path: '$.d', recorded: null, sent: undefined },
    ]);
  });
});
