/** The smaller values of a part, also of one that came from a file or an example and has no context. */
import type * as fc from 'fast-check';

export function shrunk<T>(arbitrary: fc.Arbitrary<T> | undefined, part: fc.Value<T>): Iterable<fc.Value<T>> {
  if (arbitrary === undefined) return [];
  const known = part.context !== undefined || arbitrary.canShrinkWithoutContext(part.value);
  return known ? arbitrary.shrink(part.value, part.context) : [];
}
