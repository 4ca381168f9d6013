/** An arbitrary with an explicit layer of edges (or examples), each of which comes up as often as the next. */
import * as fc from 'fast-check';

export class Edged<T> extends fc.Arbitrary<T> {
  readonly #base: fc.Arbitrary<T>;
  readonly #edges: readonly T[];
  readonly #oneIn: number;

  /** An edge comes up one time in `oneIn`; with 1, always, and the base is only there for shrinking. */
  constructor(base: fc.Arbitrary<T>, edges: readonly T[], oneIn = 3) {
    super();
    this.#base = base;
    this.#edges = edges;
    this.#oneIn = oneIn;
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    const edge = this.#edges.length > 0 && random.nextInt(1, this.#oneIn) === 1;
    if (!edge) return this.#base.generate(random, biasFactor);
    return new fc.Value(this.#edges[random.nextInt(0, this.#edges.length - 1)] as T, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#base.canShrinkWithoutContext(value);
  }

  /** An edge has no context: the base shrinks it as if it had come from a file, where it can. */
  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    if (context !== undefined || this.#base.canShrinkWithoutContext(value)) return this.#base.shrink(value, context);
    return fc.Stream.nil();
  }
}
