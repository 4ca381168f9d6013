/**
 * A JSON Schema as an arbitrary of its values. It builds to order whatever it can, and holds the rest against Ajv.
 * Nothing here can run without end: see `limits.ts`.
 */
import * as fc from 'fast-check';
import { anyOfType, anyValue, memberNames } from './any-value.js';
import { Branches, isTrivial } from './branches.js';
import type { Flat } from './flat.js';
import { canonical, typeOf, type TypeName } from './json.js';
import { Kept } from './kept.js';
import { LIMITS } from './limits.js';
import { ListArbitrary } from './list.js';
import { both, schemaOf } from './merge.js';
import { numbers } from './numbers.js';
import { matching } from './patterns.js';
import { RecordArbitrary } from './record.js';
import type { Schema, SchemaDocument } from './schema-document.js';
import { longest, strings } from './strings.js';

/** An arbitrary with about how large its values get. */
export interface Built {
  readonly arbitrary: fc.Arbitrary<unknown>;
  readonly cost: number;
}

/** Where in the schema the compiler is: what it is inside of, and how often it may still enter that again. */
interface Place {
  readonly open: ReadonlySet<Schema>;
  readonly recursion: number;
}

export const TOP: Place = { open: new Set(), recursion: LIMITS.recursion };

export class Compiler {
  readonly document: SchemaDocument;
  readonly branches: Branches;
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
        return scalar(strings(flat.text), 1 + Math.ceil(longest(flat.text) / 256));
      case 'array':
        return this.list(flat, place);
      case 'object':
        return this.record(flat, place);
    }
  }

  /** Whether optional parts are still made here. */
  #generous(place: Place): boolean {
    return place.recursion > 0 && this.#nodes < LIMITS.nodes;
  }

  list({ list: rules }: Flat, place: Place = TOP): Built | undefined {
    const prefix: Built[] = [];
    for (const schema of rules.prefix) {
      const item = this.build(schema, place);
      if (item === undefined) break;
      prefix.push(item);
    }
    const complete = prefix.length === rules.prefix.length;
    const contained = rules.contains.filter(({ min }) => min > 0).map(({ schema }) => this.build(schema, place));
    const rest = complete && rules.rest !== false ? this.build(rules.rest, place) : undefined;
    const mixed = rest && oneOf([rest.arbitrary, ...contained.flatMap((one) => one?.arbitrary ?? [])]);
    const min = Math.max(rules.min, ...rules.contains.map((one) => one.min), 0);
    const cost = rest?.cost ?? 1;
    const affordable = Math.max(1, Math.floor(LIMITS.valueCost / cost));
    const most = Math.min(affordable, this.#itemsMax(rules.max, place));
    const max = Math.min(rules.max, rest ? Math.max(min, most, prefix.length) : prefix.length);
    if (min > max || min > LIMITS.items) return undefined;
    const shape = { prefix: prefix.map((one) => one.arbitrary), rest: mixed, min, max, unique: rules.unique };
    const prefixCost = prefix.reduce((sum, one) => sum + one.cost, 0);
    return { arbitrary: new ListArbitrary(shape), cost: 1 + prefixCost + cost * Math.max(min, Math.ceil(max / 2)) };
  }

  /** An array of exactly so many items; where that many would cost too much, one item is repeated. */
  listOf({ prefix, rest, unique }: Flat['list'], length: number, padding?: Built): fc.Arbitrary<unknown> | undefined {
    const built = prefix.map((schema) => this.build(schema)?.arbitrary ?? fc.constant(null));
    const item = (rest === false ? undefined : this.build(rest)) ?? padding;
    if (item === undefined && length > built.length) return undefined;
    if (item === undefined || item.cost * length <= 2 * LIMITS.valueCost) {
      return new ListArbitrary({ prefix: built, rest: item?.arbitrary, min: length, max: length, unique });
    }
    if (unique || built.length > 0) return undefined;
    return item.arbitrary.map((one) => Array.from({ length }, () => one));
  }

  /** Items that an array gets where nothing else limits it: few inside of a recursion, none at its end. */
  #itemsMax(max: number, place: Place): number {
    if (!this.#generous(place)) return 0;
    if (place.recursion < LIMITS.recursion) return LIMITS.recursiveItems;
    return max === Infinity ? LIMITS.openItems : LIMITS.items;
  }

  record({ record: rules }: Flat, place: Place = TOP): Built | undefined {
    const members: { key: string; required: boolean; value: fc.Arbitrary<unknown> }[] = [];
    const costs = { required: 1, optional: 0 };
    for (const key of new Set([...rules.properties.keys(), ...rules.required])) {
      const required = rules.required.has(key);
      if (!required && !this.#generous(place)) continue;
      const value = this.build(schemaOf(rules, key) ?? true, place);
      if (value === undefined && required) return undefined;
      if (value === undefined) continue;
      members.push({ key, required, value: value.arbitrary });
      costs[required ? 'required' : 'optional'] += value.cost;
    }
    const extra = this.#extra(rules, place);
    const needed = members.filter(({ required }) => required).length;
    if (needed > rules.max || (rules.min > members.length && extra === undefined)) return undefined;
    // Where all of them would be too much, some of them are chosen: as many as their mean cost allows.
    const share = Math.min(1, Math.max(0, LIMITS.valueCost - costs.required) / Math.max(1, costs.optional));
    const affordable = needed + Math.max(1, Math.floor((members.length - needed) * share));
    const max = Math.min(rules.max, share < 1 ? Math.max(rules.min, affordable) : Infinity);
    const shape = { members, extra, min: rules.min, max, dependents: rules.dependents };
    return { arbitrary: new RecordArbitrary(shape), cost: costs.required + Math.ceil(costs.optional * share) };
  }

  #extra(rules: Flat['record'], place: Place): { key: fc.Arbitrary<string>; value: fc.Arbitrary<unknown> } | undefined {
    if (rules.max <= rules.properties.size && rules.max <= rules.required.size) return undefined;
    const [pattern] = rules.patterns;
    if (pattern !== undefined && rules.additional === false) {
      const key = matching(pattern[0]);
      const value = this.#generous(place) ? this.build(pattern[1], place) : undefined;
      return key && value && { key, value: value.arbitrary };
    }
    if (rules.additional === false || (!this.#generous(place) && rules.min === 0)) return undefined;
    const value = rules.additional === undefined ? { arbitrary: anyValue() } : this.build(rules.additional, place);
    const [named] = rules.names;
    const key = named === undefined ? memberNames() : this.build(both({ type: 'string' }, named), place)?.arbitrary;
    return value && key && { key: key.map(String), value: value.arbitrary };
  }
}

const scalar = (arbitrary: fc.Arbitrary<unknown> | undefined, cost = 1): Built | undefined =>
  arbitrary && { arbitrary, cost };

const oneOf = (arbitraries: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> | undefined =>
  arbitraries.length > 1 ? fc.oneof(...arbitraries) : arbitraries[0];

const fits = (value: unknown, { types, number }: Flat): boolean => {
  const type = typeOf(value);
  return type !== undefined && types.has(type) && (type !== 'number' || !number.integer || Number.isInteger(value));
};

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [canonical(value), value])).values()];
}
