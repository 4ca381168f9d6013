/** Numbers within bounds, on a grid where `multipleOf` asks for one. Source: JSON Schema 2020-12 validation § 6.2. */
import * as fc from 'fast-check';
import { Edged } from './edged.js';
import type { NumberRules } from './flat.js';
import { Kept } from './kept.js';

const SAFE = Number.MAX_SAFE_INTEGER;

/** Where programs change their representation of a whole number: a bit, a byte, a word, a double's last exact one. */
const WHOLE_EDGES = [0, 1, -1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, SAFE, -SAFE];
const FRACTION_EDGES = [0.5, -0.5, 0.1, 1e-7, 5e-324, 1e21, 1.5e300, -1.5e300];

export function obeys(value: number, rules: NumberRules): boolean {
  const { min, max, above, below, multiplesOf, integer } = rules;
  if (value < min || value > max || value <= above || value >= below) return false;
  if (integer && !Number.isInteger(value)) return false;
  return multiplesOf.every((step) => Number.isInteger(value / step));
}

/** JSON has -0, but no program tells it from 0: it would be a difference that nobody meant. */
const positiveZero = (value: number): number => (value === 0 ? 0 : value);

/** The whole numbers k for which k * step is within bounds. */
function range(rules: NumberRules, step: number): { min: number; max: number } {
  const low = Math.max(rules.min / step, -SAFE);
  const high = Math.min(rules.max / step, SAFE);
  const above = Math.max(rules.above / step, -SAFE - 1);
  const below = Math.min(rules.below / step, SAFE + 1);
  return {
    min: Math.max(Math.ceil(low), Math.floor(above) + 1),
    max: Math.min(Math.floor(high), Math.ceil(below) - 1),
  };
}

/** Log-uniform around zero, so that small numbers and huge ones are as likely as each other. */
function wholeNumbers(min: number, max: number): fc.Arbitrary<number> {
  const whole = fc.integer({ min, max });
  const near = { min: Math.max(min, -100), max: Math.min(max, 100) };
  const middling = { min: Math.max(min, -1_000_000), max: Math.min(max, 1_000_000) };
  const spans = [near, middling].filter((one) => one.min <= one.max && (one.min > min || one.max < max));
  return new Shrinking(fc.oneof(...spans.map((one) => fc.integer(one)), whole), whole);
}

/** Generates with one arbitrary and shrinks with another, which needs no context. */
class Shrinking<T> extends fc.Arbitrary<T> {
  readonly #made: fc.Arbitrary<T>;
  readonly #by: fc.Arbitrary<T>;

  constructor(made: fc.Arbitrary<T>, by: fc.Arbitrary<T>) {
    super();
    this.#made = made;
    this.#by = by;
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    return new fc.Value(this.#made.generate(random, biasFactor).value_, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#by.canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return context === undefined && !this.#by.canShrinkWithoutContext(value)
      ? fc.Stream.nil()
      : this.#by.shrink(value, context);
  }
}

function fractions(rules: NumberRules): fc.Arbitrary<number> {
  const min = Math.max(rules.min, rules.above, -1e308);
  const max = Math.min(rules.max, rules.below, 1e308);
  const wide = fc.double({ min, max, noNaN: true, minExcluded: min === rules.above, maxExcluded: max === rules.below });
  const near = { min: Math.max(min, -1000), max: Math.min(max, 1000) };
  if (near.min >= near.max) return wide.map(positiveZero);
  const short = fc
    .integer({ min: Math.ceil(near.min * 100), max: Math.max(Math.ceil(near.min * 100), Math.floor(near.max * 100)) })
    .map((hundredths) => hundredths / 100);
  return fc.oneof(
    { arbitrary: new Kept(short, (value) => obeys(value as number, rules)), weight: 3 },
    wide.map(positiveZero),
  );
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const common = (a: number, b: number): number =>
  Number.isInteger(a) && Number.isInteger(b) ? (a / gcd(a, b)) * b : Math.max(a, b);

/** The values next to the bounds, and where representations change. */
export function numberEdges(rules: NumberRules): number[] {
  const step = stepOf(rules);
  const { min, max } = range(rules, step ?? 1);
  const bounded = [min, min + 1, max - 1, max].map((k) => k * (step ?? 1));
  const exact = [rules.min, rules.max].filter(Number.isFinite);
  const all = [...exact, ...bounded, ...WHOLE_EDGES, ...(step === undefined ? FRACTION_EDGES : [])];
  return [...new Set(all.map(positiveZero))].filter((one) => Number.isFinite(one) && obeys(one, rules));
}

function stepOf({ integer, multiplesOf }: NumberRules): number | undefined {
  const steps = integer ? [1, ...multiplesOf] : multiplesOf;
  return steps.length === 0 ? undefined : steps.reduce(common);
}

/** Undefined where no number is within the bounds. */
export function numbers(rules: NumberRules): fc.Arbitrary<number> | undefined {
  const step = stepOf(rules);
  const accepts = (value: unknown): boolean => obeys(value as number, rules);
  if (step === undefined) {
    const min = Math.max(rules.min, rules.above);
    const max = Math.min(rules.max, rules.below);
    if (min > max || (min === max && !obeys(min, rules))) return undefined;
    if (min === max) return fc.constant(min);
    // Whole numbers first: they are what most callers send, and what a shrunk case should show.
    const whole = range(rules, 1);
    const parts = whole.min <= whole.max ? [wholeNumbers(whole.min, whole.max), fractions(rules)] : [fractions(rules)];
    return new Edged(new Kept(fc.oneof(...parts), accepts), numberEdges(rules));
  }
  const { min, max } = range(rules, step);
  if (min > max) return undefined;
  const grid =
    step === 1
      ? wholeNumbers(min, max)
      : wholeNumbers(min, max).map(
          (k) => positiveZero(k * step),
          (value) => {
            if (typeof value !== 'number') throw new Error('not a number');
            return Math.round(value / step);
          },
        );
  return new Edged(new Kept(grid, accepts), numberEdges(rules));
}
