/**
 * The places of a schema, one after the other, and values that are ordinary everywhere but at one of them. Violations
 * and edges are both found by walking here with a list of rules.
 */
import * as fc from 'fast-check';
import { isObject, type JsonObject } from '../../src/mcp/json-rpc.js';
import type { Compiler } from './compiler.js';
import type { Flat } from './flat.js';
import { withMember, type TypeName } from './json.js';
import { LIMITS } from './limits.js';
import { schemaOf } from './merge.js';
import type { Schema } from './schema-document.js';

/** What a rule sees: one place of the schema, with its alternatives. */
export interface Site {
  readonly compiler: Compiler;
  readonly schema: Schema;
  readonly flats: readonly Flat[];
  /** Every type that some alternative allows. */
  readonly types: ReadonlySet<TypeName>;
}

/** Values for one place, with what is special about them in words: `too long`. */
export interface Special {
  readonly keyword: string;
  readonly says: string;
  /** The member that it is about, where the value stands for the object around it. */
  readonly member?: string;
  readonly arbitrary: fc.Arbitrary<unknown>;
}

export type Rule = (site: Site) => Iterable<Special>;

/** A special value with where it stands: property names, `[]` for any item, `[0]` for one of the prefix. */
export interface Placed extends Special {
  readonly path: readonly string[];
}

/** A path in words: `author.tags[]`. */
export const inWords = (path: readonly string[]): string =>
  path.length === 0
    ? 'arguments'
    : path.reduce((text, part) => (part.startsWith('[') ? text + part : text === '' ? part : `${text}.${part}`), '');

const lifted = (
  placed: Placed,
  step: string,
  parent: fc.Arbitrary<unknown>,
  put: (parent: unknown, value: unknown, at: number) => unknown,
): Placed => ({
  ...placed,
  path: [step, ...placed.path],
  arbitrary: fc
    .tuple(parent, placed.arbitrary, fc.nat(LIMITS.openItems))
    .map(([inside, value, at]) => put(inside, value, at)),
});

function* insideRecord(
  compiler: Compiler,
  flat: Flat,
  rules: readonly Rule[],
  open: readonly Schema[],
): Generator<Placed> {
  const parent = compiler.ordinary(open.at(-1) ?? true, compiler.record(flat));
  if (parent === undefined) return;
  for (const key of flat.record.properties.keys()) {
    for (const placed of walk(compiler, schemaOf(flat.record, key) ?? true, rules, open)) {
      yield lifted(placed, key, parent, (object, value) =>
        isObject(object) ? withMember(object, key, value) : object,
      );
    }
  }
}

/** The list with an item replaced, or added where it is shorter. */
const withItem = (list: unknown, at: number, value: unknown): unknown => {
  if (!Array.isArray(list)) return list;
  return at < list.length ? list.with(at, value) : [...(list as unknown[]), value];
};

function* insideList(
  compiler: Compiler,
  flat: Flat,
  rules: readonly Rule[],
  open: readonly Schema[],
): Generator<Placed> {
  const parent = compiler.list(flat)?.arbitrary;
  if (parent === undefined) return;
  const { prefix, rest } = flat.list;
  for (const [index, schema] of prefix.entries()) {
    for (const placed of walk(compiler, schema, rules, open)) {
      yield lifted(placed, `[${index}]`, parent, (list, value) => withItem(list, index, value));
    }
  }
  for (const placed of walk(compiler, rest, rules, open)) {
    yield lifted(placed, '[]', parent, (list, value, at) => {
      const items = Array.isArray(list) ? list.length - prefix.length : 0;
      return withItem(list, prefix.length + (items > 0 ? at % items : 0), value);
    });
  }
}

/** Every special value that the rules know at this place and below it; a recursive schema is entered once. */
export function* walk(
  compiler: Compiler,
  schema: Schema,
  rules: readonly Rule[],
  open: readonly Schema[] = [],
): Generator<Placed> {
  if (open.length > LIMITS.labelDepth || open.includes(schema) || typeof schema === 'boolean') return;
  const flats = compiler.branches.of(schema);
  const site: Site = { compiler, schema, flats, types: new Set(flats.flatMap(({ types }) => [...types])) };
  for (const rule of rules)
    for (const special of rule(site)) yield { ...special, path: special.member === undefined ? [] : [special.member] };
  for (const flat of flats.filter(({ values }) => values === undefined)) {
    const inside = [...open, schema];
    if (flat.types.has('object')) yield* insideRecord(compiler, flat, rules, inside);
    if (flat.types.has('array')) yield* insideList(compiler, flat, rules, inside);
  }
}

/** The records of an alternative that allows objects, each with its arbitrary. */
export function* records({
  compiler,
  schema,
  flats,
}: Site): Generator<readonly [Flat['record'], fc.Arbitrary<JsonObject>]> {
  for (const flat of flats) {
    if (flat.values !== undefined || !flat.types.has('object')) continue;
    const arbitrary = compiler.ordinary(schema, compiler.record(flat));
    if (arbitrary) yield [flat.record, arbitrary as fc.Arbitrary<JsonObject>];
  }
}

/** The lists of an alternative that allows arrays, each with its arbitrary. */
export function* lists({ compiler, flats }: Site): Generator<readonly [Flat['list'], fc.Arbitrary<unknown[]>]> {
  for (const flat of flats) {
    if (flat.values !== undefined || !flat.types.has('array')) continue;
    const built = compiler.list(flat);
    if (built) yield [flat.list, built.arbitrary as fc.Arbitrary<unknown[]>];
  }
}
