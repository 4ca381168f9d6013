/** Numbers spread over magnitudes rather than over a range, and shrunk towards zero on their grid, without a context. */
import * as fc from 'fast-check';
import { LIMITS } from './limits.js';

export interface NumberShape {
  /** Bounds between which whole multiples of the step are drawn; empty where min is above max. */
  readonly min: number;
  readonly max: number;
  /** The distance between allowed values; undefined where fractions are allowed too. */
  readonly step: number | undefined;
  readonly edges: readonly number[];
  readonly obeys: (value: number) => boolean;
}

/** A whole number of any magnitude between the bounds, as near to zero as to the ends. */
function whole(min: number, max: number, random: fc.Random): number {
  const near = Math.min(Math.max(0, min), max);
  const upwards = max > near && (min === near || random.nextInt(0, 1) === 0);
  const room = upwards ? max - near : near - min;
  const span = Math.min(room, 2 ** random.nextInt(0, Math.ceil(Math.log2(room + 1))));
  const away = random.nextInt(0, span);
  return upwards ? near + away : near - away;
}

/** JSON has -0, but hardly a program tells it from 0: it would be a difference that nobody meant. */
export const positiveZero = (value: number): number => (value === 0 ? 0 : value);

export class NumberArbitrary extends fc.Arbitrary<number> {
  readonly #shape: NumberShape;

  constructor(shape: NumberShape) {
    super();
    this.#shape = shape;
  }

  generate(random: fc.Random): fc.Value<number> {
    const { edges, obeys } = this.#shape;
    for (let attempt = 0; attempt < LIMITS.attempts; attempt++) {
      const value = positiveZero(this.#drawn(random));
      if (obeys(value)) return new fc.Value(value, undefined);
    }
    return new fc.Value(edges[0] ?? 0, undefined);
  }

  #drawn(random: fc.Random): number {
    const { min, max, step, edges } = this.#shape;
    const how = random.nextInt(0, 11);
    if (edges.length > 0 && how < 4) return edges[random.nextInt(0, edges.length - 1)] ?? 0;
    const base = min <= max ? whole(min, max, random) : min;
    if (step !== undefined) return base * step;
    if (how < 8) return base;
    if (how < 11) return base + random.nextInt(-99, 99) / 100;
    return (random.nextInt(0, 1) * 2 - 1) * random.nextInt(1, 999_999) * 10 ** random.nextInt(-12, 12);
  }

  canShrinkWithoutContext(value: unknown): value is number {
    return typeof value === 'number' && this.#shape.obeys(value);
  }

  shrink(value: number): fc.Stream<fc.Value<number>> {
    return fc.stream(this.#nearer(value)).map((one) => new fc.Value(one, undefined));
  }

  /** The number nearest to zero first, then half the way there, a quarter of it, and so on; whole before fractional. */
  *#nearer(value: number): Generator<number> {
    const { min, max, step, obeys } = this.#shape;
    const unit = step ?? 1;
    const goal = min <= max ? Math.min(Math.max(0, min), max) * unit : value;
    const nearer = (one: number): boolean => Math.abs(one - goal) < Math.abs(value - goal) && obeys(one);
    const times = Math.trunc((value - goal) / unit);
    for (let gap = times, n = 0; gap !== 0 && n < LIMITS.attempts; gap = Math.trunc(gap / 2), n++) {
      const one = positiveZero(goal + (times - gap) * unit);
      if (nearer(one)) yield one;
    }
    if (step === undefined && !Number.isInteger(value)) {
      for (const one of [goal + times, Math.trunc(value * 100) / 100].map(positiveZero)) if (nearer(one)) yield one;
    }
  }
}
