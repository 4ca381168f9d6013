import { describe, expect, it } from 'vitest';
import { edgesOf } from '../../../generators/arguments/edges-of.js';
import { generateAt } from '../../../generators/seed.js';
import { compileSchema } from '../../../src/mcp/json-schema.js';
import { assertOnlyCorrectValues } from '../assertions.js';
import { SCHEMAS } from './schemas.js';

const valuesAt = (schema: unknown, label: string): unknown[] =>
  edgesOf(schema)
    .filter((edge) => edge.label === label)
    .map(({ arbitrary }) => generateAt(arbitrary, 1).value['value']);

const value = (schema: unknown): unknown => ({ type: 'object', properties: { value: schema }, required: ['value'] });

describe('every edge is valid by Ajv:', () => {
  it.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
    const compiled = compileSchema(schema);
    for (const { arbitrary } of edgesOf(schema)) {
      assertOnlyCorrectValues(arbitrary, (one) => compiled?.problems(one).length === 0);
    }
  });
});

describe('the edges of a schema', () => {
  it('are every value of an enum', () => {
    const labels = edgesOf(value({ enum: ['a', 'b', 3] })).map(({ label }) => label);
    expect(labels).toEqual(['value: is "a"', 'value: is "b"', 'value: is 3']);
  });

  it('are the shortest and the longest text', () => {
    const schema = value({ type: 'string', minLength: 2, maxLength: 300 });
    const lengths = ['shortest', 'longest', 'longest, astral'].flatMap((edge) => valuesAt(schema, `value: ${edge}`));
    expect(lengths.map((text) => Array.from(text as string).length)).toEqual([2, 300, 300]);
  });

  it('are the shortest and the longest text that a pattern is made for', () => {
    const schema = value({ type: 'string', pattern: '^[A-Z]{3,12}-?\\d{2,}(?:x|y)$' });
    expect(valuesAt(schema, 'value: longest match')).toEqual([expect.stringMatching(/^[A-Z]{12}-\d{50}[xy]$/)]);
    expect(valuesAt(schema, 'value: shortest match')).toEqual([expect.stringMatching(/^[A-Z]{3}\d{2}[xy]$/)]);
  });

  it('are the ends of an array', () => {
    const labels = edgesOf(value({ type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 5 })).map(
      (one) => one.label,
    );
    expect(labels).toEqual(['value: 1 items', 'value: 2 items', 'value: 4 items', 'value: 5 items']);
  });

  it('are the ends of a number, and where programs change its representation', () => {
    const numbers = edgesOf(value({ type: 'integer', minimum: -1, maximum: 3_000_000_000 })).map(
      ({ arbitrary }) => generateAt(arbitrary, 1).value['value'],
    );
    expect(numbers).toEqual(expect.arrayContaining([-1, 0, 1, 2 ** 31 - 1, 2 ** 31, 3_000_000_000]));
  });

  it('are each optional member absent, and all of them', () => {
    const labels = edgesOf(SCHEMAS['optional members']).map(({ label }) => label);
    expect(labels.slice(0, 3)).toEqual(['arguments: only required members', 'a: absent', 'c: absent']);
  });

  it('are each alternative of a union', () => {
    const types = [1, 2]
      .flatMap((n) => valuesAt(SCHEMAS['a union by anyOf'], `value: alternative ${n}`))
      .map((one) => typeof one);
    expect(types).toEqual(['string', 'number']);
  });
});
