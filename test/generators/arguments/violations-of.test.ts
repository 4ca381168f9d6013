import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../generators/arguments/violations-of.js';
import { generateAt } from '../../../generators/seed.js';
import { compileSchema } from '../../../src/mcp/json-schema.js';
import { assertOnlyCorrectValues, assertShrinksToCorrectValues } from '../assertions.js';
import { SCHEMAS } from './schemas.js';

const labelsOf = (schema: unknown): string[] => violationsOf(schema).map(({ label }) => label);

describe('every violation is invalid by Ajv, when made and when shrunk:', () => {
  it.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
    const compiled = compileSchema(schema);
    const isInvalid = (value: unknown): boolean =>
      (compiled?.problems(value).length ?? 0) > 0 ||
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value);
    for (const [at, { arbitrary }] of violationsOf(schema).entries()) {
      assertOnlyCorrectValues(arbitrary, isInvalid);
      // Most of them are built alike; shrinking a few of each schema tells as much as shrinking all.
      if (at % 7 === 0) assertShrinksToCorrectValues(arbitrary, isInvalid);
    }
  });
});

describe('violations', () => {
  it('are all there, each once, under labels that say place and fault', () => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      required: ['title'],
      properties: {
        title: { type: 'string', minLength: 2, maxLength: 5 },
        count: { type: 'integer', minimum: 1, maximum: 9 },
      },
    };
    expect(labelsOf(schema)).toEqual([
      'title: missing',
      'arguments: additional property',
      'arguments: wrong type (null)',
      'arguments: wrong type (boolean)',
      'arguments: wrong type (number)',
      'arguments: wrong type (string)',
      'arguments: wrong type (array)',
      'title: wrong type (null)',
      'title: wrong type (boolean)',
      'title: wrong type (number)',
      'title: wrong type (array)',
      'title: wrong type (object)',
      'title: too short',
      'title: too long',
      'count: wrong type (null)',
      'count: wrong type (boolean)',
      'count: wrong type (string)',
      'count: wrong type (array)',
      'count: wrong type (object)',
      'count: wrong type (fraction)',
      'count: below the minimum',
      'count: above the maximum',
    ]);
  });

  it.each([
    ['a pattern', 'value: pattern broken', 'pattern'],
    ['an enum with a type', 'value: not in enum', 'enum'],
    ['exclusive bounds', 'value: at or below the exclusive minimum', 'exclusiveMinimum'],
    ['multiples', 'value: not a multiple', 'multipleOf'],
    ['money', 'value: not a multiple', 'multipleOf'],
    ['a list', 'value: too few items', 'minItems'],
    ['a list', 'value: too many items', 'maxItems'],
    ['a list', 'value[]: wrong type (string)', 'type'],
    ['a set', 'value: duplicate items', 'uniqueItems'],
    ['a tuple', 'value: too many items', 'items'],
    ['a tuple', 'value[1]: wrong type (string)', 'type'],
    ['a list that contains', 'value: nothing contained that must be', 'contains'],
    ['a list that contains so many', 'value: too much contained', 'maxContains'],
    ['a map', 'value: too few properties', 'minProperties'],
    ['a map', 'value: too many properties', 'maxProperties'],
    ['member names', 'value: property name refused', 'propertyNames'],
    ['dependent members', 'arguments: card without billing', 'dependentRequired'],
    ['inheritance', 'arguments: additional property', 'additionalProperties'],
    ['not a constant', 'value: forbidden by not', 'not'],
    ['not both members', 'arguments: forbidden by not', 'not'],
    ['a union that overlaps', 'value: accepted by two branches of oneOf', 'oneOf'],
    ['a tagged union', 'value.radius: below the minimum', 'minimum'],
    ['a condition', 'zip: pattern broken', 'pattern'],
    ['references', 'value: too long', 'maxLength'],
    ['a tree', 'value.label: too long', 'maxLength'],
    ['nesting', 'value.list[].when: missing', 'required'],
  ])('of %s: %s', (name, label, keyword) => {
    const found = violationsOf(SCHEMAS[name]).map((one) => [one.label, one.keyword]);
    expect(found).toContainEqual([label, keyword]);
  });

  it('break nothing but their own place where the schema is plain', () => {
    const schema = {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string', maxLength: 3 }, b: { type: 'integer' } },
    };
    const compiled = compileSchema(schema);
    const faults = violationsOf(schema).flatMap(({ label, arbitrary, path }) =>
      path.length === 0 ? [] : [[label, compiled?.problems(generateAt(arbitrary, 3).value).length]],
    );
    expect(faults.filter(([, count]) => count !== 1)).toEqual([]);
  });

  it('stand in calls that are known to work', () => {
    const schema = {
      type: 'object',
      required: ['id', 'n'],
      properties: { id: { type: 'string' }, n: { type: 'integer', maximum: 5 } },
    };
    const above = violationsOf(schema, { examples: [{ id: 'exists', n: 1 }] }).find(
      ({ keyword }) => keyword === 'maximum',
    );
    const ids = Array.from(
      { length: 40 },
      (_, seed) => above && (generateAt(above.arbitrary, seed).value as { id: string }).id,
    );
    expect(ids.filter((id) => id === 'exists').length).toBeGreaterThan(20);
  });

  it('are none where the schema allows everything', () => {
    expect(labelsOf({}).filter((label) => !label.startsWith('arguments: wrong type'))).toEqual([]);
  });

  it('are those of a pattern that an anchor forgotten, a line end or another case gives away', () => {
    const schema = { type: 'object', required: ['k'], properties: { k: { type: 'string', pattern: '^[a-z]{2,4}$' } } };
    const broken = violationsOf(schema).find(({ keyword }) => keyword === 'pattern');
    const texts = Array.from(
      { length: 300 },
      (_, seed) => broken && (generateAt(broken.arbitrary, seed).value as { k: string }).k,
    );
    const near = [/^[a-z]{2,4}\n$/, /^[A-Z]{2,4}$/, /^![a-z]{2,4}$/, /^[a-z]{2,4}!$/];
    expect(near.filter((one) => !texts.some((text) => text !== undefined && one.test(text)))).toEqual([]);
  });
});
