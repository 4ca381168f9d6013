/**
 * Seeds and single cases. A campaign makes case n of a target from its own seed, so that any case can be made again
 * alone, in any order and on any shard.
 */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** The seed of case n of a target: the first 32 bits of the SHA-256 of all three. */
export function caseSeed(campaignSeed: number, targetName: string, n: number): number {
  const text = JSON.stringify([campaignSeed, targetName, n]);
  return createHash('sha256').update(text).digest().readInt32BE(0);
}

/** The one value that an arbitrary makes of a seed. It is generated without fast-check's bias, which counts runs. */
export function generateAt<T>(arbitrary: fc.Arbitrary<T>, seed: number): fc.Value<T> {
  return arbitrary.generate(new fc.Random(xoroshiro128plus(seed)), undefined);
}

/** The next smaller values, the boldest first; `value` must come from this arbitrary. */
export function shrinksOf<T>(arbitrary: fc.Arbitrary<T>, value: fc.Value<T>): fc.Stream<fc.Value<T>> {
  return arbitrary.shrink(value.value, value.context);
}
