/** Arrays: a prefix, then items of one kind; shrunk by cutting long runs out first. */
import * as fc from 'fast-check';
import { canonical } from './json.js';
import { lengthWithin, shorterThan } from './lengths.js';
import { LIMITS } from './limits.js';
import { shrunk } from './shrunk.js';

export interface ListShape {
  readonly prefix: readonly fc.Arbitrary<unknown>[];
  /** Of the items after the prefix; undefined where there may be none. */
  readonly rest: fc.Arbitrary<unknown> | undefined;
  readonly min: number;
  readonly max: number;
  readonly unique: boolean;
}

type Item = fc.Value<unknown>;

const valueOf = (items: readonly Item[]): fc.Value<unknown[]> =>
  new fc.Value(
    items.map(({ value }) => value),
    items,
  );

export class ListArbitrary extends fc.Arbitrary<unknown[]> {
  readonly #shape: ListShape;

  constructor(shape: ListShape) {
    super();
    this.#shape = shape;
  }

  #itemAt(index: number): fc.Arbitrary<unknown> | undefined {
    return this.#shape.prefix[index] ?? this.#shape.rest;
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<unknown[]> {
    const { min, max, unique } = this.#shape;
    const length = lengthWithin(min, max, random);
    const seen = new Set<string>();
    const items: Item[] = [];
    // A small set of items runs out of new ones: the array is then as long as it can be.
    for (let attempt = 0; items.length < length && attempt < length + LIMITS.attempts; attempt++) {
      const item = this.#itemAt(items.length)?.generate(random, biasFactor);
      if (item === undefined) break;
      const key = unique ? canonical(item.value) : '';
      if (unique && seen.has(key)) continue;
      seen.add(key);
      items.push(item);
    }
    return valueOf(items);
  }

  canShrinkWithoutContext(value: unknown): value is unknown[] {
    return Array.isArray(value) && value.length >= this.#shape.min && value.length <= this.#shape.max;
  }

  shrink(value: unknown[], context: unknown): fc.Stream<fc.Value<unknown[]>> {
    const items = (context as Item[] | undefined) ?? value.map((item) => new fc.Value(item, undefined));
    return fc.stream(this.#smaller(items)).filter((smaller) => this.#distinct(smaller.value));
  }

  #distinct(value: readonly unknown[]): boolean {
    return !this.#shape.unique || new Set(value.map(canonical)).size === value.length;
  }

  *#smaller(items: readonly Item[]): Generator<fc.Value<unknown[]>> {
    const { prefix, min } = this.#shape;
    for (const length of shorterThan(items.length, min)) {
      yield valueOf(items.slice(0, length));
      // The end may be what matters; items of the prefix keep their places.
      const cut = items.length - length;
      if (length > prefix.length)
        yield valueOf([...items.slice(0, prefix.length), ...items.slice(prefix.length + cut)]);
    }
    for (const [at, item] of items.entries()) {
      for (const smaller of shrunk(this.#itemAt(at), item)) yield valueOf(items.with(at, smaller));
    }
  }
}
