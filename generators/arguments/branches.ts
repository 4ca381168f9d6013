/** A schema as its alternatives, each flat: the disjunctive form that generators can follow. */
import { isObject, type JsonObject } from '../../src/mcp/json-rpc.js';
import { ANYTHING, own, type Flat } from './flat.js';
import { LIMITS } from './limits.js';
import { merge } from './merge.js';
import { isSchema, type Schema, type SchemaDocument } from './schema-document.js';

const each = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

const loosened = (flat: Flat): Flat => ({ ...flat, loose: true });

/** Every combination of two lists of alternatives that can be met at all. */
function crossed(left: readonly Flat[], right: readonly Flat[]): Flat[] {
  const found: Flat[] = [];
  for (const a of left) {
    for (const b of right) {
      if (found.length >= LIMITS.branches) return found;
      const merged = merge(a, b);
      if (merged) found.push(merged);
    }
  }
  return found;
}

export class Branches {
  readonly #document: SchemaDocument;
  readonly #known = new Map<Schema, readonly Flat[]>();

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  /** The alternatives of a schema; none where nothing can meet it. The same schema gives the same objects. */
  of(schema: Schema): readonly Flat[] {
    const known = this.#known.get(schema);
    if (known) return known;
    const found = this.#expand(schema, new Set()).map(closed);
    this.#known.set(schema, found);
    return found;
  }

  #expand(schema: Schema, open: ReadonlySet<Schema>): readonly Flat[] {
    if (schema === true) return [ANYTHING];
    // A schema that is its own conjunct says nothing about any value: `{"$ref": "#"}` at the root.
    if (schema === false || open.has(schema)) return [];
    const inside = new Set([...open, schema]);
    const parts = this.#conjuncts(schema, inside);
    return parts.reduce((all, part) => crossed(all, part), [own(schema)]);
  }

  /** What must hold beside a schema's own keywords: lists of alternatives, one of each list. */
  #conjuncts(schema: JsonObject, inside: ReadonlySet<Schema>): (readonly Flat[])[] {
    const parts: (readonly Flat[])[] = [];
    for (const keyword of ['$ref', '$dynamicRef']) {
      const ref = schema[keyword];
      if (typeof ref !== 'string') continue;
      const found = this.#document.resolve(ref);
      parts.push(found === undefined ? [] : this.#expand(found, inside));
    }
    for (const part of each(schema['allOf'])) parts.push(this.#expand(part, inside));
    for (const keyword of ['anyOf', 'oneOf']) {
      if (!Array.isArray(schema[keyword])) continue;
      parts.push(each(schema[keyword]).flatMap((one) => [...this.#expand(one, inside)]));
    }
    const conditional = this.#conditional(schema, inside);
    if (conditional) parts.push(conditional);
    return parts;
  }

  /** `if` with `then`, or `else` without `if`; the second half is left to Ajv. */
  #conditional(schema: JsonObject, inside: ReadonlySet<Schema>): readonly Flat[] | undefined {
    const { if: condition, then: consequence, else: alternative } = schema;
    if (!isSchema(condition)) return undefined;
    const expand = (one: unknown): readonly Flat[] => (isSchema(one) ? this.#expand(one, inside) : [ANYTHING]);
    return [...crossed(expand(condition), expand(consequence)), ...expand(alternative)].map(loosened);
  }
}

/** A merged branch knows all its properties, so that `unevaluatedProperties` means the same as `additionalProperties`. */
function closed(flat: Flat): Flat {
  const { record } = flat;
  if (record.unevaluated === undefined || record.additional !== undefined) return flat;
  return { ...flat, record: { ...record, additional: record.unevaluated } };
}

export const isTrivial = (schema: Schema): boolean =>
  schema === true || (isObject(schema) && Object.keys(schema).length === 0);
