import { describe, expect, it } from 'vitest';
import { argumentsFrom } from '../../../generators/arguments/arguments-from.js';
import { generateAt, shrinksOf } from '../../../generators/seed.js';
import { compileSchema } from '../../../src/mcp/json-schema.js';
import { isObject, type JsonObject } from '../../../src/mcp/json-rpc.js';
import { assertContract } from '../assertions.js';
import { SCHEMAS } from './schemas.js';

function arbitraryOf(schema: unknown, examples?: readonly JsonObject[]) {
  const found = argumentsFrom(schema, examples === undefined ? {} : { examples });
  if (found.kind !== 'generatable') throw new Error(found.reason);
  return found.arbitrary;
}

function validBy(schema: unknown): (value: unknown) => boolean {
  const compiled = compileSchema(schema);
  return (value) => isObject(value) && compiled?.problems(value).length === 0;
}

const many = (schema: unknown, count = 600, examples?: readonly JsonObject[]): JsonObject[] => {
  const arbitrary = arbitraryOf(schema, examples);
  return Array.from({ length: count }, (_, seed) => generateAt(arbitrary, seed).value);
};

describe('arguments from a schema keep the contract of an arbitrary, and are valid by Ajv:', () => {
  it.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
    assertContract(() => arbitraryOf(schema), validBy(schema));
  });
});

describe('arguments', () => {
  const titled = {
    type: 'object',
    properties: { title: { type: 'string', minLength: 1, maxLength: 200 }, note: { type: 'string' } },
    required: ['title'],
  };

  it('reach both ends of a length, and every tenth between them', () => {
    const lengths = many(titled).map(({ title }) => Array.from(title as string).length);
    expect([1, 2, 199, 200].filter((length) => !lengths.includes(length))).toEqual([]);
    const tenths = new Set(lengths.map((length) => Math.floor((length - 1) / 20)));
    expect([...tenths].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('have optional members and leave them out', () => {
    const present = many(titled, 100).filter((value) => 'note' in value).length;
    expect(present).toBeGreaterThan(20);
    expect(present).toBeLessThan(80);
  });

  it('take every value of an enum', () => {
    const values = Array.from({ length: 40 }, (_, i) => `v${i}`);
    const schema = { type: 'object', properties: { v: { enum: values } }, required: ['v'] };
    const seen = new Set(many(schema).map(({ v }) => v));
    expect(values.filter((one) => !seen.has(one))).toEqual([]);
  });

  it('contain text outside of the basic plane', () => {
    expect(many(titled).some(({ title }) => /[\u{10000}-\u{10ffff}]/u.test(title as string))).toBe(true);
  });

  it('come near to examples, and shrink back to them', () => {
    const example = { title: 'known', note: 'to work' };
    const arbitrary = arbitraryOf(titled, [example]);
    const values = Array.from({ length: 200 }, (_, seed) => generateAt(arbitrary, seed).value);
    expect(values.filter((value) => value['title'] === 'known' && value['note'] !== 'to work').length).toBeGreaterThan(
      5,
    );
    expect(values).toContainEqual(example);
  });

  it('that are an example shrink by the schema, though they were never generated', () => {
    const arbitrary = arbitraryOf(titled, [{ title: 'known', note: 'to work' }]);
    const seeds = Array.from({ length: 50 }, (_, i) => i);
    const example = seeds.map((seed) => generateAt(arbitrary, seed)).find(({ value }) => value['note'] === 'to work');
    const smaller = example && [...shrinksOf(arbitrary, example)].map(({ value }) => value);
    expect(smaller).toContainEqual({ title: 'known' });
  });

  it('ignore an example that the schema refuses', () => {
    expect(many(titled, 50, [{ title: 7 }]).filter(({ title }) => typeof title !== 'string')).toEqual([]);
  });

  it('are examples alone where nothing can be generated', () => {
    const schema = {
      type: 'object',
      properties: { k: { type: 'string', pattern: '^(?<a>x)\\k<a>{2}(?=$)', minLength: 3 } },
      required: ['k'],
    };
    const arbitrary = arbitraryOf(schema, [{ k: 'xxx' }]);
    expect(generateAt(arbitrary, 1).value).toEqual({ k: 'xxx' });
  });

  it.each([
    ['an impossible schema', { type: 'object', properties: { a: false }, required: ['a'] }, /no value was found/],
    ['a reference to nowhere', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }, /does not compile/],
    ['a schema that is none', 'object', /neither an object nor a boolean/],
    ['a schema for something else than objects', { type: 'string' }, /no value was found/],
  ])('cannot be generated from %s, which is said', (_, schema, reason) => {
    expect(argumentsFrom(schema)).toEqual({ kind: 'not-generatable', reason: expect.stringMatching(reason) as string });
  });
});
