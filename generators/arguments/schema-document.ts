/**
 * One advertised schema as a document: where its local references lead, and what Ajv says of values held against any
 * part of it. Source: JSON Schema 2020-12 core § 8.2 (identifiers and references).
 */
import { compileSchema } from '../../src/mcp/json-schema.js';
import { isObject, type JsonObject } from '../../src/mcp/json-rpc.js';

export type Schema = JsonObject | boolean;

export const isSchema = (value: unknown): value is Schema => isObject(value) || typeof value === 'boolean';

export type Predicate = (value: unknown) => boolean;

const ROOT_ID = 'urn:mcp-shakedown:root';

/** Every object and array below a value, itself included, each once. */
function* nodesOf(value: unknown, seen = new Set<unknown>()): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (isObject(value)) yield value;
  for (const inner of Object.values(value)) yield* nodesOf(inner, seen);
}

/** The schema with its local references led to the root under its own id. */
function rebased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rebased);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && inner.startsWith('#') ? ROOT_ID + inner : rebased(inner),
    ]),
  );
}

export class SchemaDocument {
  readonly root: Schema;
  readonly #predicates = new Map<Schema, Predicate | undefined>();

  constructor(root: Schema) {
    this.root = root;
  }

  /** The schema that a reference names; undefined where it leads out of the document, or nowhere. */
  resolve(ref: string): Schema | undefined {
    const id = isObject(this.root) && typeof this.root['$id'] === 'string' ? this.root['$id'] : '';
    const [base = '', fragment = ''] = ref.split('#', 2);
    if (base === '' || base === id.split('#')[0]) return this.#at(this.root, fragment);
    for (const node of nodesOf(this.root)) {
      if (node['$id'] === base) return this.#at(node, fragment);
    }
    return undefined;
  }

  #at(from: Schema, fragment: string): Schema | undefined {
    if (fragment === '') return from;
    if (!fragment.startsWith('/')) {
      for (const node of nodesOf(from)) {
        if (node['$anchor'] === fragment || node['$dynamicAnchor'] === fragment) return node;
      }
      return undefined;
    }
    let at: unknown = from;
    for (const part of fragment.slice(1).split('/')) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
      at = (at as JsonObject)[key];
    }
    return isSchema(at) ? at : undefined;
  }

  /** Ajv's word on values held against a part of the document, or a conjunction of parts; undefined where it has none. */
  accepts(part: Schema): Predicate | undefined {
    if (!this.#predicates.has(part)) this.#predicates.set(part, this.#compiled(part));
    return this.#predicates.get(part);
  }

  #compiled(part: Schema): Predicate | undefined {
    const validator = compileSchema(part === this.root ? part : this.#standalone(part));
    return validator && ((value) => validator.problems(value).length === 0);
  }

  #standalone(part: Schema): Schema {
    const dialect = isObject(this.root) && this.root['$schema'] !== undefined ? { $schema: this.root['$schema'] } : {};
    if (!JSON.stringify(part).includes('"$ref"')) return { ...dialect, allOf: [part] };
    const root = isObject(this.root) ? { ...this.root, $id: ROOT_ID } : this.root;
    // Either keyword may hold it, in each dialect; two copies would be two schemas of one id.
    return { ...dialect, $defs: { root }, allOf: [rebased(part)] };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
