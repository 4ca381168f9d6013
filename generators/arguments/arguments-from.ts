/** The arguments that a tool's input schema accepts, as an arbitrary; or why none can be made. */
import * as fc from 'fast-check';
import { isObject, type JsonObject } from '../../src/mcp/json-rpc.js';
import { generateAt } from '../seed.js';
import { Compiler } from './compiler.js';
import { Kept } from './kept.js';
import { LIMITS } from './limits.js';
import { isSchema, SchemaDocument, type Predicate } from './schema-document.js';

export type Arguments =
  | { readonly kind: 'generatable'; readonly arbitrary: fc.Arbitrary<JsonObject> }
  | { readonly kind: 'not-generatable'; readonly reason: string };

export interface ArgumentsOptions {
  /** Arguments that are known to be used: from the configuration, or from recorded calls. */
  readonly examples?: readonly JsonObject[];
}

const isNestedBeyond = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedBeyond(inner, levels - 1));
};

/** A schema that can be worked with, or why not. */
export function openSchema(schema: unknown): { compiler: Compiler; accepts: Predicate } | { reason: string } {
  if (!isSchema(schema)) return { reason: 'the input schema is neither an object nor a boolean' };
  if (isNestedBeyond(schema, LIMITS.schemaLevels)) {
    return { reason: `the input schema is nested deeper than ${LIMITS.schemaLevels} levels` };
  }
  const compiler = new Compiler(new SchemaDocument(schema));
  const accepts = compiler.document.accepts(schema);
  return accepts ? { compiler, accepts } : { reason: 'the input schema does not compile' };
}

/** The smallest of the valid values among the first few; it stands in where a later filter gives up. */
function witness(arbitrary: fc.Arbitrary<unknown>, accepts: Predicate): fc.Value<unknown> | undefined {
  let best: { readonly value: fc.Value<unknown>; readonly length: number } | undefined;
  for (let seed = 0; seed < LIMITS.attempts && (best === undefined || seed < 8); seed++) {
    const value = generateAt(arbitrary, seed);
    if (!isObject(value.value_) || !accepts(value.value_)) continue;
    const { length } = JSON.stringify(value.value_);
    if (best === undefined || length < best.length) best = { value, length };
  }
  return best?.value;
}

/**
 * Values come from the schema, with recorded examples among them; where the schema cannot be followed, from examples
 * alone. Every one of them is valid by Ajv.
 */
export function argumentsFrom(schema: unknown, { examples = [] }: ArgumentsOptions = {}): Arguments {
  const opened = openSchema(schema);
  if ('reason' in opened) return { kind: 'not-generatable', reason: opened.reason };
  const { compiler, accepts } = opened;
  const object = { allOf: [compiler.document.root, { type: 'object' }] };
  const built = compiler.build(object);
  const fallback = built && witness(built.arbitrary, accepts);
  const known = [...examples, ...written(schema)].filter(accepts);
  const sources: fc.MaybeWeightedArbitrary<JsonObject>[] = [];
  if (built && fallback) {
    sources.push({ arbitrary: new Kept(built.arbitrary, accepts, fallback) as fc.Arbitrary<JsonObject>, weight: 7 });
  }
  if (known.length > 0) sources.push(fc.constantFrom(...known));
  if (sources.length > 0) return { kind: 'generatable', arbitrary: fc.oneof(...sources) };
  return {
    kind: 'not-generatable',
    reason: 'no value was found that the input schema accepts, and no example is valid',
  };
}

/** The values that the schema's author wrote down at its root. */
function written(schema: unknown): JsonObject[] {
  if (!isObject(schema)) return [];
  const examples: unknown[] = Array.isArray(schema['examples']) ? schema['examples'] : [];
  return [...examples, schema['default']].filter(isObject);
}
