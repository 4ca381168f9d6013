/**
 * An arbitrary narrowed by a predicate that gives up. fast-check's own `filter` tries for ever, and a stranger's schema
 * may leave nothing to find.
 */
import * as fc from 'fast-check';
import { LIMITS } from './limits.js';
import type { Predicate } from './schema-document.js';

export class Kept<T> extends fc.Arbitrary<T> {
  readonly #source: fc.Arbitrary<T>;
  readonly #predicate: Predicate;
  /** Given after too many attempts; without it the last attempt is given, and whoever asked must look at it. */
  readonly #fallback: fc.Value<T> | undefined;

  constructor(source: fc.Arbitrary<T>, predicate: Predicate, fallback?: fc.Value<T>) {
    super();
    this.#source = source;
    this.#predicate = predicate;
    this.#fallback = fallback;
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    let value = this.#source.generate(random, biasFactor);
    for (let attempt = 1; !this.#predicate(value.value); attempt++) {
      if (attempt >= LIMITS.attempts) return this.#fallback ?? value;
      value = this.#source.generate(random, biasFactor);
    }
    return value;
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#source.canShrinkWithoutContext(value) && this.#predicate(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#source.shrink(value, context).filter((smaller) => this.#predicate(smaller.value));
  }
}
