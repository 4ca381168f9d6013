/** The arguments that a tool's input schema accepts, as an arbitrary; or why none can be made. */
import * as fc from 'fast-check';
import { isObject, type JsonObject } from '../../src/mcp/json-rpc.js';
import { generateAt } from '../seed.js';
import { Compiler } from './compiler.js';
import { Edged } from './edged.js';
import { Kept } from './kept.js';
import { LIMITS } from './limits.js';
import { isSchema, SchemaDocument, type Predicate } from './schema-document.js';
import { varied } from './varied.js';

export type Arguments =
  | {
      readonly kind: 'generatable';
      readonly arbitrary: fc.Arbitrary<JsonObject>;
      /** One value for when the arguments are not what is in question: the first example, else a small value. */
      readonly plain: JsonObject;
    }
  | { readonly kind: 'not-generatable'; readonly reason: string };

export interface ArgumentsOptions {
  /** Arguments that are known to be used: from the configuration, or from recorded calls. */
  readonly examples?: readonly JsonObject[];
}

/** How many values the plainest one is chosen from. */
const PLAIN_SEEDS = 24;

const isNestedBeyond = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedBeyond(inner, levels - 1));
};

interface OpenSchema {
  readonly compiler: Compiler;
  readonly accepts: Predicate;
  /** The schema as that of arguments, which are objects whatever it says. */
  readonly root: JsonObject;
  /** Examples that are valid, from the caller and from the schema. */
  readonly known: readonly JsonObject[];
}

/** A schema that can be worked with, or why not. */
export function openSchema(schema: unknown, { examples = [] }: ArgumentsOptions = {}): OpenSchema | { reason: string } {
  if (!isSchema(schema)) return { reason: 'the input schema is neither an object nor a boolean' };
  if (isNestedBeyond(schema, LIMITS.schemaLevels)) {
    return { reason: `the input schema is nested deeper than ${LIMITS.schemaLevels} levels` };
  }
  const compiler = new Compiler(new SchemaDocument(schema));
  const accepts = compiler.document.accepts(schema);
  if (accepts === undefined) return { reason: 'the input schema does not compile' };
  const root = { allOf: [schema, { type: 'object' }] };
  const known = [...examples, ...written(schema)].filter(accepts);
  if (known.length > 0) compiler.prefer(root, fc.constantFrom(...known));
  return { compiler, accepts, root, known };
}

/** Short, of visible ASCII, without empty strings: what a tool is most likely to work with. */
const oddity = (value: unknown): number => {
  const text = JSON.stringify(value);
  return text.length + 40 * (text.match(/""|" +"|[^ -~]|\\/g)?.length ?? 0);
};

/** The plainest of the valid values among the first few; it stands in where a later filter gives up. */
function witness(arbitrary: fc.Arbitrary<unknown>, accepts: Predicate): fc.Value<unknown> | undefined {
  const found: fc.Value<unknown>[] = [];
  for (let seed = 0; seed < LIMITS.attempts && (found.length === 0 || seed < PLAIN_SEEDS); seed++) {
    const made = generateAt(arbitrary, seed);
    if (isObject(made.value) && accepts(made.value)) found.push(made);
  }
  return found.sort((a, b) => oddity(a.value) - oddity(b.value))[0];
}

/**
 * Values come from the schema, with recorded examples among them; where the schema cannot be followed, from examples
 * alone. Every one of them is valid by Ajv.
 */
export function argumentsFrom(schema: unknown, options: ArgumentsOptions = {}): Arguments {
  const opened = openSchema(schema, options);
  if ('reason' in opened) return { kind: 'not-generatable', reason: opened.reason };
  const { compiler, accepts, root, known } = opened;
  const [first] = known;
  const built = compiler.build(root);
  const fallback = built && witness(built.arbitrary, accepts);
  if (built && fallback) {
    const made = new Kept(built.arbitrary, accepts, fallback) as fc.Arbitrary<JsonObject>;
    if (first === undefined) return { kind: 'generatable', arbitrary: made, plain: fallback.value as JsonObject };
    const near = new Kept(varied(known, made), accepts, new fc.Value(first, undefined));
    const arbitrary = fc.oneof({ arbitrary: new Edged(made, known), weight: 6 }, { arbitrary: near, weight: 4 });
    return { kind: 'generatable', arbitrary, plain: first };
  }
  if (first) return { kind: 'generatable', arbitrary: fc.constantFrom(...known), plain: first };
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
