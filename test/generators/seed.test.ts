import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { caseSeed, generateAt, shrinksOf } from '../../generators/seed.js';

describe('the seed of a case', () => {
  it('is what it was in every release, or no campaign could be resumed', () => {
    expect([caseSeed(1, 'create_draft', 0), caseSeed(20261130, 'a', 7)]).toEqual([-797613245, -1300043137]);
  });

  it('differs with the campaign, the target and the number', () => {
    const seeds = [1, 2].flatMap((campaign) =>
      ['a', 'b'].flatMap((target) => [0, 1, 2].map((n) => caseSeed(campaign, target, n))),
    );
    expect(new Set(seeds).size).toBe(12);
  });

  it('is not confused by targets that end where a number begins', () => {
    expect(caseSeed(1, 'a1', 2)).not.toBe(caseSeed(1, 'a', 12));
  });

  it('makes a case alone and in any order', () => {
    const arbitrary = fc.array(fc.nat());
    const forwards = [0, 1, 2, 3].map((n) => generateAt(arbitrary, caseSeed(5, 't', n)).value);
    const backwards = [3, 2, 1, 0].map((n) => generateAt(arbitrary, caseSeed(5, 't', n)).value);
    expect(backwards.reverse()).toEqual(forwards);
  });

  it('makes a case that shrinks as it did the first time', () => {
    const arbitrary = fc.array(fc.nat(), { minLength: 3 });
    const smaller = (): unknown[] => [...shrinksOf(arbitrary, generateAt(arbitrary, 9))].map(({ value }) => value);
    expect(smaller()).toEqual(smaller());
    expect(smaller().length).toBeGreaterThan(0);
  });
});
