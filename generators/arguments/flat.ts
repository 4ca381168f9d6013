/**
 * One branch of a schema with nothing left to combine: `allOf` merged, `$ref` followed, one alternative of each
 * `anyOf` and `oneOf` chosen. What cannot be built to order is marked `loose`, and left to Ajv.
 */
import { isObject, type JsonObject } from '../../src/mcp/json-rpc.js';
import { TYPE_NAMES, type TypeName } from './json.js';
import { isSchema, type Schema } from './schema-document.js';

export interface TextRules {
  readonly min: number;
  readonly max: number;
  readonly patterns: readonly string[];
  readonly format: string | undefined;
}
export interface NumberRules {
  readonly min: number;
  readonly max: number;
  readonly above: number;
  readonly below: number;
  readonly multiplesOf: readonly number[];
  readonly integer: boolean;
}
export interface ContainsRule {
  readonly schema: Schema;
  readonly min: number;
  readonly max: number;
}
export interface ListRules {
  readonly prefix: readonly Schema[];
  /** Of the items after the prefix. */
  readonly rest: Schema;
  readonly min: number;
  readonly max: number;
  readonly unique: boolean;
  readonly contains: readonly ContainsRule[];
}
export interface RecordRules {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly patterns: readonly (readonly [pattern: string, schema: Schema])[];
  /** Of the properties that are named nowhere; undefined: anything. */
  readonly additional: Schema | undefined;
  /** `unevaluatedProperties`: counts only when every branch has been merged. */
  readonly unevaluated: Schema | undefined;
  readonly names: readonly Schema[];
  readonly required: ReadonlySet<string>;
  readonly dependents: readonly (readonly [key: string, needs: readonly string[]])[];
  readonly min: number;
  readonly max: number;
}

export interface Flat {
  readonly types: ReadonlySet<TypeName>;
  /** `enum` and `const`. */
  readonly values: readonly unknown[] | undefined;
  readonly text: TextRules;
  readonly number: NumberRules;
  readonly list: ListRules;
  readonly record: RecordRules;
  readonly loose: boolean;
  /** Values that the author wrote down: `examples` and `default`. */
  readonly hints: readonly unknown[];
}

const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const count = (value: unknown, otherwise: number): number => Math.max(0, Math.ceil(number(value, otherwise)));
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
const schemas = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);
const schemasByKey = (value: unknown): [string, Schema][] =>
  isObject(value) ? Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1])) : [];

function typesOf({ type }: JsonObject): ReadonlySet<TypeName> {
  if (type === undefined) return new Set(TYPE_NAMES);
  const named = typeof type === 'string' ? [type] : strings(type);
  return new Set(TYPE_NAMES.filter((one) => named.includes(one) || (one === 'number' && named.includes('integer'))));
}

const isIntegral = ({ type }: JsonObject): boolean => {
  const named = typeof type === 'string' ? [type] : strings(type);
  return named.includes('integer') && !named.includes('number');
};

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  return Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : undefined;
}

function listRules(schema: JsonObject): ListRules {
  // Draft-07 writes the prefix as an array of `items`, and the rest as `additionalItems`.
  const tuple = Array.isArray(schema['items']);
  const rest = tuple ? schema['additionalItems'] : (schema['items'] ?? schema['unevaluatedItems']);
  const contains = schema['contains'];
  return {
    prefix: schemas(tuple ? schema['items'] : schema['prefixItems']),
    rest: isSchema(rest) ? rest : true,
    min: count(schema['minItems'], 0),
    max: Math.floor(number(schema['maxItems'], Infinity)),
    unique: schema['uniqueItems'] === true,
    contains: isSchema(contains)
      ? [{ schema: contains, min: count(schema['minContains'], 1), max: number(schema['maxContains'], Infinity) }]
      : [],
  };
}

function recordRules(schema: JsonObject): RecordRules {
  const { additionalProperties: additional, unevaluatedProperties: unevaluated, propertyNames: names } = schema;
  const dependencies = { ...record(schema['dependencies']), ...record(schema['dependentRequired']) };
  return {
    properties: new Map(schemasByKey(schema['properties'])),
    patterns: schemasByKey(schema['patternProperties']),
    additional: isSchema(additional) ? additional : undefined,
    unevaluated: isSchema(unevaluated) ? unevaluated : undefined,
    names: isSchema(names) ? [names] : [],
    required: new Set(strings(schema['required'])),
    dependents: Object.entries(dependencies).flatMap(([key, needs]) =>
      Array.isArray(needs) ? [[key, strings(needs)] as const] : [],
    ),
    min: count(schema['minProperties'], 0),
    max: Math.floor(number(schema['maxProperties'], Infinity)),
  };
}

const record = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Keywords that no generator here obeys by construction; the rest need no filter. */
const LOOSE = [
  'not',
  'oneOf',
  'if',
  'dependentSchemas',
  'dependencies',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'patternProperties',
];

/** A schema's own keywords, without those that combine schemas. */
export function own(schema: JsonObject): Flat {
  const multiple = schema['multipleOf'];
  const hints = Array.isArray(schema['examples']) ? (schema['examples'] as unknown[]) : [];
  return {
    types: typesOf(schema),
    values: valuesOf(schema),
    text: {
      min: count(schema['minLength'], 0),
      max: Math.floor(number(schema['maxLength'], Infinity)),
      patterns: typeof schema['pattern'] === 'string' ? [schema['pattern']] : [],
      format: typeof schema['format'] === 'string' ? schema['format'] : undefined,
    },
    number: {
      min: number(schema['minimum'], -Infinity),
      max: number(schema['maximum'], Infinity),
      above: number(schema['exclusiveMinimum'], -Infinity),
      below: number(schema['exclusiveMaximum'], Infinity),
      multiplesOf: typeof multiple === 'number' && multiple > 0 ? [multiple] : [],
      integer: isIntegral(schema),
    },
    list: listRules(schema),
    record: recordRules(schema),
    loose: LOOSE.some((keyword) => Object.hasOwn(schema, keyword)),
    hints: Object.hasOwn(schema, 'default') ? [...hints, schema['default']] : hints,
  };
}

export const ANYTHING: Flat = own({});
