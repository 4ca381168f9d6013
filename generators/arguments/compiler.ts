/**
 * A JSON Schema as an arbitrary of its values. It builds to order whatever it can, and holds the rest against Ajv.
 * Nothing here can run without end: see `limits.ts`.
 */
import * as fc from 'fast-check';
import { anyOfType, anyValue } from './any-value.js';
import { Branches, isTrivial } from './branches.js';
import { buildList } from './build-list.js';
import { buildRecord } from './build-record.js';
import { oneOf, TOP, type Builder, type Built, type Place } from './built.js';
import type { Flat } from './flat.js';
import { canonical, typeOf, type TypeName } from './json.js';
import { Kept } from './kept.js';
import { LIMITS } from './limits.js';
import { numbers } from './numbers.js';
import { Patterns } from './patterns.js';
import type { Schema, SchemaDocument } from './schema-document.js';
import { longest, strings } from './strings.js';

export class Compiler implements Builder {
  readonly document: SchemaDocument;
  readonly branches: Branches;
  readonly patterns = new Patterns();
  readonly #built = new Map<Schema, Map<number, Built | undefined>>();
  readonly #preferred = new Map<Schema, fc.Arbitrary<unknown>>();
  #nodes = 0;

  constructor(document: SchemaDocument) {
    this.document = document;
    this.branches = new Branches(document);
  }

  /** Values of a schema that are known to work: what is special elsewhere is put into these before any made-up one. */
  prefer(schema: Schema, arbitrary: fc.Arbitrary<unknown>): void {
    this.#preferred.set(schema, arbitrary);
  }

  /** Ordinary values of one branch of a schema, to put something special into. */
  ordinary(schema: Schema, built: Built | undefined): fc.Arbitrary<unknown> | undefined {
    const preferred = this.#preferred.get(schema);
    if (preferred === undefined || built === undefined) return preferred ?? built?.arbitrary;
    return fc.oneof({ arbitrary: preferred, weight: 3 }, built.arbitrary);
  }

  /** Undefined where no value was found possible. */
  build(schema: Schema, place: Place = TOP): Built | undefined {
    if (isTrivial(schema)) return { arbitrary: anyValue(), cost: 4 };
    const recursion = place.open.has(schema) ? place.recursion - 1 : place.recursion;
    if (recursion < 0) return undefined;
    const known = this.#built.get(schema) ?? new Map<number, Built | undefined>();
    this.#built.set(schema, known);
    if (!known.has(recursion)) {
      this.#nodes++;
      known.set(recursion, this.#alternatives(schema, { open: new Set([...place.open, schema]), recursion }));
    }
    return known.get(recursion);
  }

  #alternatives(schema: Schema, place: Place): Built | undefined {
    const flats = this.branches.of(schema);
    const built = flats.flatMap((flat) => this.ofFlat(flat, place));
    const arbitrary = oneOf(built.map((one) => one.arbitrary));
    if (arbitrary === undefined) return undefined;
    const cost = Math.max(...built.map((one) => one.cost));
    const accepts = flats.some(({ loose }) => loose) ? this.document.accepts(schema) : undefined;
    return { arbitrary: accepts ? new Kept(arbitrary, accepts) : arbitrary, cost };
  }

  /** One arbitrary for each type that a branch allows. */
  ofFlat(flat: Flat, place: Place = TOP): Built[] {
    if (flat.values) {
      const values = flat.values.filter((value) => fits(value, flat));
      return values.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...values), cost: 1 }];
    }
    const hints = distinct(flat.hints.filter((value) => fits(value, flat)));
    return [...flat.types].flatMap((type) => {
      const one = this.#ofType(type, flat, place);
      if (one === undefined) return [];
      const hinted = hints.filter((value) => typeOf(value) === type);
      if (hinted.length === 0 || type === 'array' || type === 'object') return [one];
      return [
        { arbitrary: fc.oneof({ arbitrary: one.arbitrary, weight: 5 }, fc.constantFrom(...hinted)), cost: one.cost },
      ];
    });
  }

  #ofType(type: TypeName, flat: Flat, place: Place): Built | undefined {
    switch (type) {
      case 'null':
      case 'boolean':
        return scalar(anyOfType(type));
      case 'number':
        return scalar(numbers(flat.number));
      case 'string':
        return scalar(strings(flat.text, this.patterns), 1 + Math.ceil(longest(flat.text) / 256));
      case 'array':
        return this.list(flat, place);
      case 'object':
        return this.record(flat, place);
    }
  }

  /** Whether optional parts are still made here. */
  generous(place: Place): boolean {
    return place.recursion > 0 && this.#nodes < LIMITS.nodes;
  }

  list({ list }: Flat, place: Place = TOP): Built | undefined {
    return buildList(list, this, place);
  }

  record({ record }: Flat, place: Place = TOP): Built | undefined {
    return buildRecord(record, this, place);
  }
}

const scalar = (arbitrary: fc.Arbitrary<unknown> | undefined, cost = 1): Built | undefined =>
  arbitrary && { arbitrary, cost };

const fits = (value: unknown, { types, number }: Flat): boolean => {
  const type = typeOf(value);
  return type !== undefined && types.has(type) && (type !== 'number' || !number.integer || Number.isInteger(value));
};

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [canonical(value), value])).values()];
}
