/** Numbers between the steps of `multipleOf`. */
import * as fc from 'fast-check';
import { numbers, obeys } from '../numbers.js';
import type { Rule } from '../site.js';
import { Kept } from '../kept.js';

export const notAMultiple: Rule = function* ({ flats }) {
  for (const { types, values, number } of flats) {
    const step = Math.max(0, ...number.multiplesOf);
    const right = types.has('number') && values === undefined && step > 0 ? numbers(number) : undefined;
    if (right === undefined) continue;
    const shift = number.integer ? 1 : step / 2;
    const free = { ...number, multiplesOf: [] };
    const between = fc.tuple(right, fc.constantFrom(shift, -shift)).map(([value, by]) => value + by);
    const arbitrary = new Kept(between, (value) => obeys(value as number, free));
    yield { keyword: 'multipleOf', says: 'not a multiple', arbitrary };
  }
};
