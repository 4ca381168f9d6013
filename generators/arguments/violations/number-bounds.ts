/** Numbers just outside each bound, and far outside. */
import * as fc from 'fast-check';
import type { NumberRules } from '../flat.js';
import type { Rule, Special } from '../site.js';

const SAFE = Number.MAX_SAFE_INTEGER;

/** The next double towards minus or plus infinity would be the nearest fault, but few programs print it: a thousandth. */
const NEAR = 0.001;

function outside(
  bound: number,
  side: 1 | -1,
  excluded: boolean,
  { integer, multiplesOf }: NumberRules,
): fc.Arbitrary<unknown> {
  const step = multiplesOf.reduce((all, one) => Math.max(all, one), integer ? 1 : 0);
  const base = step > 0 ? (side > 0 ? Math.floor(bound / step) : Math.ceil(bound / step)) * step : bound;
  const unit = step > 0 ? step : 1;
  const near = [...(excluded ? [bound] : []), base + side * unit, ...(step > 0 ? [] : [bound + side * NEAR])];
  const room = Math.max(1, Math.min(1_000_000, Math.floor((SAFE - Math.abs(base)) / unit)));
  const far = fc.integer({ min: 1, max: room }).map((times) => base + side * unit * times);
  return fc.oneof(fc.constantFrom(...near), far, fc.constant(side * SAFE));
}

export const numberBounds: Rule = function* ({ flats }): Generator<Special> {
  const numeric = flats.filter((flat) => flat.types.has('number') && flat.values === undefined);
  if (numeric.length === 0) return;
  const rules = numeric.map(({ number }) => number);
  const [first] = rules;
  const [min, above] = [Math.min(...rules.map((one) => one.min)), Math.min(...rules.map((one) => one.above))];
  const [max, below] = [Math.max(...rules.map((one) => one.max)), Math.max(...rules.map((one) => one.below))];
  if (first === undefined) return;
  if (min > -Infinity)
    yield { keyword: 'minimum', says: 'below the minimum', arbitrary: outside(min, -1, false, first) };
  if (above > -Infinity) {
    yield {
      keyword: 'exclusiveMinimum',
      says: 'at or below the exclusive minimum',
      arbitrary: outside(above, -1, true, first),
    };
  }
  if (max < Infinity) yield { keyword: 'maximum', says: 'above the maximum', arbitrary: outside(max, 1, false, first) };
  if (below < Infinity) {
    yield {
      keyword: 'exclusiveMaximum',
      says: 'at or above the exclusive maximum',
      arbitrary: outside(below, 1, true, first),
    };
  }
};
