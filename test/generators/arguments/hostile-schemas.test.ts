import { describe, expect, it } from 'vitest';
import { argumentsFrom } from '../../../generators/arguments/arguments-from.js';
import { edgesOf } from '../../../generators/arguments/edges-of.js';
import { LIMITS } from '../../../generators/arguments/limits.js';
import { violationsOf } from '../../../generators/arguments/violations-of.js';
import { generateAt } from '../../../generators/seed.js';
import { compileSchema } from '../../../src/mcp/json-schema.js';
import type { JsonObject } from '../../../src/mcp/json-rpc.js';

const value = (schema: unknown, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { value: schema },
  required: ['value'],
  ...more,
});

const nested = (levels: number): unknown => (levels === 0 ? { type: 'integer' } : value(nested(levels - 1)));

const wide = (count: number, schema: unknown): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, schema]));

/** Schemas from which values can be made, at a cost that must stay bounded. */
const SURVIVED: Readonly<Record<string, unknown>> = {
  'an enum of ten thousand': value({ enum: Array.from({ length: 10_000 }, (_, i) => `value ${i}`) }),
  'three hundred properties': { type: 'object', properties: wide(300, { type: 'string', maxLength: 5 }) },
  'a pattern that backtracks': value({ type: 'string', pattern: '^(a+)+$', maxLength: 4000 }),
  'another pattern that backtracks': value({ type: 'string', pattern: '^([a-z]+)*x$' }),
  'a long pattern that backtracks': value({ type: 'string', pattern: '^(a|a)*$', minLength: 2000 }),
  'recursion on every side': {
    ...value({ $ref: '#/$defs/n' }),
    $defs: { n: { type: 'object', properties: wide(12, { $ref: '#/$defs/n' }) } },
  },
  'recursion through lists of lists': {
    ...value({ $ref: '#/$defs/n' }),
    $defs: { n: { type: 'array', items: { $ref: '#/$defs/n' }, maxItems: 1000 } },
  },
  'unions of unions of unions': value({
    allOf: Array.from({ length: 8 }, (_, i) => ({
      anyOf: [{ minimum: i }, { maximum: 100 - i }, { type: 'integer' }],
    })),
    type: 'number',
  }),
  'lists of lists of lists without bounds': value({
    type: 'array',
    items: { type: 'array', items: { type: 'array', items: { type: 'string', maxLength: 10_000 } } },
  }),
  'text without end': value({ type: 'string', maxLength: 1e15 }),
  'items without end': value({ type: 'array', items: { type: 'boolean' }, maxItems: 1e15 }),
  'nesting to a depth of thirty': nested(30),
};

/** Schemas from which nothing can be made, which must be found out. */
const REFUSED: Readonly<Record<string, unknown>> = {
  'recursion without an end': { ...value({ $ref: '#/$defs/n' }), $defs: { n: value({ $ref: '#/$defs/n' }) } },
  'a reference to itself': { ...value({ $ref: '#/$defs/n' }), $defs: { n: { $ref: '#/$defs/n' } } },
  'bounds that contradict': value({ type: 'string', minLength: 5, maxLength: 2 }),
  'numbers between two integers': value({ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 2 }),
  'more items than there are values': value({
    type: 'array',
    items: { type: 'boolean' },
    uniqueItems: true,
    minItems: 3,
  }),
  'types that contradict': value({ allOf: [{ type: 'string' }, { type: 'integer' }] }),
  'everything forbidden': value({ not: {} }),
  'text longer than a request': value({ type: 'string', minLength: 1e12 }),
  'more items than a request holds': value({ type: 'array', minItems: 1e9 }),
  'nesting to a depth of a thousand': nested(1000),
};

describe('a hostile schema is survived, its values valid and its violations invalid:', () => {
  it.each(Object.entries(SURVIVED))('%s', (_, schema) => {
    const compiled = compileSchema(schema);
    const problems = (one: unknown): number => compiled?.problems(one).length ?? 0;
    const found = argumentsFrom(schema);
    if (found.kind !== 'generatable') throw new Error(found.reason);
    for (let seed = 0; seed < 20; seed++) {
      const made = generateAt(found.arbitrary, seed).value;
      expect(problems(made)).toBe(0);
      expect(JSON.stringify(made).length).toBeLessThan(16 * LIMITS.textCharacters);
    }
    const violations = violationsOf(schema);
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.length).toBeLessThanOrEqual(LIMITS.labels);
    const broken = violations.slice(-50).map(({ arbitrary }) => generateAt(arbitrary, 1).value);
    expect(
      broken.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one) && problems(one) === 0),
    ).toEqual([]);
    expect(edgesOf(schema).length).toBeLessThanOrEqual(LIMITS.labels);
  });
});

describe('an impossible schema is found out, and said not to be generatable:', () => {
  it.each(Object.entries(REFUSED))('%s', (_, schema) => {
    expect(argumentsFrom(schema).kind).toBe('not-generatable');
    expect(edgesOf(schema)).toEqual([]);
    expect(violationsOf(schema)).toBeInstanceOf(Array);
  });
});
