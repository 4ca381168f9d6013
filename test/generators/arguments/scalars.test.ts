import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { own, type NumberRules } from '../../../generators/arguments/flat.js';
import { canonical, characters } from '../../../generators/arguments/json.js';
import { lengthWithin, shorterThan } from '../../../generators/arguments/lengths.js';
import { ListArbitrary } from '../../../generators/arguments/list.js';
import { numbers, obeys } from '../../../generators/arguments/numbers.js';
import { RecordArbitrary } from '../../../generators/arguments/record.js';
import { TextArbitrary } from '../../../generators/arguments/text.js';
import { generateAt, shrinksOf } from '../../../generators/seed.js';
import { assertContract, assertShrinksStrictly } from '../assertions.js';

/** The value at which every smaller one has been refused. */
function core<T>(
  arbitrary: fc.Arbitrary<T>,
  start: fc.Value<T>,
  fails: (value: T) => boolean,
): { value: T; runs: number } {
  let value = start;
  for (let runs = 0; ;) {
    let next: fc.Value<T> | undefined;
    for (const smaller of shrinksOf(arbitrary, value)) {
      runs++;
      if (!fails(smaller.value)) continue;
      next = smaller;
      break;
    }
    if (next === undefined) return { value: value.value, runs };
    value = next;
  }
}

const weighText = (text: string): number =>
  characters(text) * 1e6 + Array.from(text).filter((letter) => letter !== 'a').length;

const within = (text: string): boolean => characters(text) >= 2 && characters(text) <= 300;

const made = (rules: NumberRules): fc.Arbitrary<number> => numbers(rules) ?? fc.constant(NaN);

describe('text', () => {
  it('keeps the contract, and shrinks to what is shorter or plainer', () => {
    assertContract(() => new TextArbitrary(2, 300), within);
    assertShrinksStrictly(new TextArbitrary(2, 300), weighText);
  });

  it('of ten thousand characters shrinks to a length that matters in under two hundred runs', () => {
    const arbitrary = new TextArbitrary(0, 10_000);
    const { value, runs } = core(
      arbitrary,
      new fc.Value('x😀'.repeat(5_000), undefined),
      (text) => characters(text) > 4_321,
    );
    expect(value).toBe('a'.repeat(4_322));
    expect(runs).toBeLessThan(200);
  });

  it('keeps the one character that matters', () => {
    const { value } = core(new TextArbitrary(0, 500), new fc.Value('hello "world" ß', undefined), (text) =>
      text.includes('"'),
    );
    expect(value).toBe('"');
  });
});

const RULES: Readonly<Record<string, NumberRules>> = {
  integer: own({ type: 'integer' }).number,
  number: own({ type: 'number' }).number,
  'positive integer': own({ type: 'integer', minimum: 1 }).number,
  'negative number': own({ type: 'number', exclusiveMaximum: 0 }).number,
  sevens: own({ type: 'integer', multipleOf: 7, minimum: -50 }).number,
  cents: own({ type: 'number', multipleOf: 0.01, minimum: 0, maximum: 99 }).number,
  fraction: own({ type: 'number', exclusiveMinimum: 0.2, exclusiveMaximum: 0.3 }).number,
};

describe('numbers', () => {
  it.each(Object.entries(RULES))('keep the contract: %s', (_, rules) => {
    assertContract(
      () => made(rules),
      (value) => obeys(value, rules) && !Object.is(value, -0),
    );
  });

  it.each([
    ['integer', 7],
    ['number', 7],
    ['sevens', 7],
    ['positive integer', 7],
  ])('shrink to the smallest %s that matters', (name, expected) => {
    const arbitrary = made(RULES[name] ?? own({}).number);
    const start = [...Array(200).keys()].map((seed) => generateAt(arbitrary, seed)).find(({ value }) => value > 1000);
    expect(start && core(arbitrary, start, (value) => value >= 7).value).toBe(expected);
  });

  it.each(Object.entries(RULES))('shrink strictly towards zero: %s', (name, rules) => {
    if (name === 'negative number' || name === 'fraction') return;
    assertShrinksStrictly(made(rules), (value) => Math.abs(value - (name === 'positive integer' ? 1 : 0)));
  });

  it('reach the ends of what doubles count exactly', () => {
    const values = Array.from(
      { length: 300 },
      (_, seed) => generateAt(made(own({ type: 'integer' }).number), seed).value,
    );
    expect(values).toEqual(expect.arrayContaining([0, 1, -1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]));
  });
});

describe('lengths', () => {
  const random = fc.integer().map((seed) => new fc.Random(seeded(seed)));

  it('are within their range', () => {
    fc.assert(
      fc.property(random, fc.nat(10_000), fc.nat(10_000), (one, min, more) => {
        const length = lengthWithin(min, min + more, one);
        expect(length).toBeGreaterThanOrEqual(min);
        expect(length).toBeLessThanOrEqual(min + more);
      }),
    );
  });

  it('that are shorter go from the least to one less', () => {
    expect([...shorterThan(20, 4)]).toEqual([4, 12, 16, 18, 19]);
    expect([...shorterThan(4, 4)]).toEqual([]);
  });
});

/** A generator of numbers that needs no library: good enough to draw lengths with. */
function seeded(seed: number) {
  let state = seed | 0;
  const rng = {
    clone: () => seeded(state),
    next: () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0),
    getState: () => [state],
  };
  return rng;
}

describe('lists', () => {
  const shape = { prefix: [fc.constant('head')], rest: fc.nat(9), min: 1, max: 8 };

  it('keep the contract, with a prefix and with items that must differ', () => {
    assertContract(
      () => new ListArbitrary({ ...shape, unique: true }),
      (list) => list[0] === 'head' && list.length <= 8 && new Set(list.map(canonical)).size === list.length,
    );
  });

  it('shrink to the one item that matters', () => {
    const arbitrary = new ListArbitrary({ prefix: [], rest: fc.nat(100), min: 0, max: 100, unique: false });
    const start = new fc.Value<unknown[]>([5, 9, 77, 3, 81], undefined);
    expect(core(arbitrary, start, (list) => list.some((item) => (item as number) > 60)).value).toEqual([61]);
  });
});

describe('records', () => {
  const record = new RecordArbitrary({
    members: [
      { key: 'id', required: true, value: fc.nat() },
      { key: '__proto__', required: false, value: fc.nat() },
      { key: 'note', required: false, value: new TextArbitrary(0, 20) },
    ],
    extra: undefined,
    min: 0,
    max: Infinity,
    dependents: [['note', ['__proto__']]],
  });

  it('have the members that they must, and those that these need', () => {
    assertContract(
      () => record,
      (value) => Object.hasOwn(value, 'id') && (!Object.hasOwn(value, 'note') || Object.hasOwn(value, '__proto__')),
    );
  });

  it('drop every optional member before they make one smaller', () => {
    const full = Array.from({ length: 50 }, (_, seed) => generateAt(record, seed)).find(({ value }) => 'note' in value);
    const [first] = full === undefined ? [] : [...shrinksOf(record, full)];
    expect(Object.keys(first?.value ?? {})).toEqual(['id']);
  });
});
