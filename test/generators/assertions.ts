/** What holds for every arbitrary, as fast-check asserts it of its own: one contract, checked the same way for all. */
import { expect } from 'vitest';
import type * as fc from 'fast-check';
import { generateAt, shrinksOf } from '../../generators/seed.js';

/** Enough to see each branch of a generator several times. */
const SEEDS = Array.from({ length: 24 }, (_, i) => i * 7919);

/** More than any greedy descent here takes; one that goes in circles takes more than any number. */
const STEPS_MAX = 300;

export function assertSameSeedSameValues<T>(make: () => fc.Arbitrary<T>): void {
  const values = (arbitrary: fc.Arbitrary<T>): string =>
    JSON.stringify(SEEDS.map((seed) => generateAt(arbitrary, seed).value));
  const once = make();
  const first = values(once);
  expect(values(once)).toBe(first);
  expect(values(make())).toBe(first);
}

export function assertOnlyCorrectValues<T>(arbitrary: fc.Arbitrary<T>, isCorrect: (value: T) => boolean): void {
  const wrong = SEEDS.map((seed) => generateAt(arbitrary, seed).value).filter((value) => !isCorrect(value));
  expect(wrong).toEqual([]);
}

/** The greedy descent, which is what finds a counterexample's core, must end; every value offered on the way is correct. */
export function assertShrinksToCorrectValues<T>(arbitrary: fc.Arbitrary<T>, isCorrect: (value: T) => boolean): void {
  const wrong: T[] = [];
  for (const seed of SEEDS.slice(0, 6)) {
    let value: fc.Value<T> | undefined = generateAt(arbitrary, seed);
    let steps = 0;
    for (; value !== undefined && steps < STEPS_MAX; steps++) {
      const smaller: fc.Value<T>[] = [...shrinksOf(arbitrary, value).take(12)];
      wrong.push(...smaller.map((one) => one.value).filter((one) => !isCorrect(one)));
      // Every third step goes to another than the first, or most offers would never be looked behind.
      value = smaller[steps % 3 === 2 && steps < 30 ? smaller.length - 1 : 0];
    }
    expect(steps).toBeLessThan(STEPS_MAX);
  }
  expect(wrong).toEqual([]);
}

/** Every smaller value weighs less than the one that it came from. */
export function assertShrinksStrictly<T>(arbitrary: fc.Arbitrary<T>, weigh: (value: T) => number): void {
  const risen = SEEDS.flatMap((seed) => {
    const value = generateAt(arbitrary, seed);
    const smaller = [...shrinksOf(arbitrary, value)].map((one) => [value.value, one.value] as const);
    return smaller.filter(([from, to]) => weigh(to) >= weigh(from));
  });
  expect(risen).toEqual([]);
}

export function assertContract<T>(make: () => fc.Arbitrary<T>, isCorrect: (value: T) => boolean): void {
  assertSameSeedSameValues(make);
  assertOnlyCorrectValues(make(), isCorrect);
  assertShrinksToCorrectValues(make(), isCorrect);
}
