/**
 * How long a string or an array is. fast-check's default size ends at about ten, whatever the maximum; faults hide at
 * both ends and anywhere between, so that lengths are spread over the whole range: its edges, log-uniformly, linearly.
 */
import type * as fc from 'fast-check';

/** The lengths next to both ends of a range. */
export function edgeLengths(min: number, max: number): number[] {
  const near = [min, min + 1, max - 1, max];
  return [...new Set(near.filter((one) => one >= min && one <= max))];
}

export function lengthWithin(min: number, max: number, random: fc.Random): number {
  if (max <= min) return min;
  const how = random.nextInt(0, 9);
  if (how < 2) {
    const edges = edgeLengths(min, max);
    return edges[random.nextInt(0, edges.length - 1)] ?? min;
  }
  if (how < 4) return random.nextInt(min, max);
  // The exponent is drawn first: each power of two of the range is as likely as the next.
  const powers = Math.floor(Math.log2(max - min + 1));
  const span = 2 ** random.nextInt(0, powers);
  return min + random.nextInt(0, Math.min(span, max - min));
}

/** Lengths below one, the boldest cut first, down to `min`. */
export function* shorterThan(length: number, min: number): Generator<number> {
  for (let gap = length - min; gap >= 1; gap = Math.floor(gap / 2)) yield length - gap;
}
