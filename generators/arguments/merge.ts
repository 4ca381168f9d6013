/** The conjunction of two branches: what `allOf` means, and what siblings of `anyOf`, `oneOf` and `$ref` mean. */
import type { Flat, ListRules, NumberRules, RecordRules, TextRules } from './flat.js';
import { equal } from './json.js';
import type { Schema } from './schema-document.js';

/** Both schemas at once, without a wrapper where one of them says nothing. */
export function both(a: Schema | undefined, b: Schema | undefined): Schema {
  if (a === false || b === false) return false;
  if (a === undefined || a === true) return b ?? true;
  if (b === undefined || b === true || a === b) return a;
  return { allOf: [a, b] };
}

const text = (a: TextRules, b: TextRules): TextRules => ({
  min: Math.max(a.min, b.min),
  max: Math.min(a.max, b.max),
  patterns: [...new Set([...a.patterns, ...b.patterns])],
  format: a.format ?? b.format,
});

const number = (a: NumberRules, b: NumberRules): NumberRules => ({
  min: Math.max(a.min, b.min),
  max: Math.min(a.max, b.max),
  above: Math.max(a.above, b.above),
  below: Math.min(a.below, b.below),
  multiplesOf: [...new Set([...a.multiplesOf, ...b.multiplesOf])],
  integer: a.integer || b.integer,
});

function list(a: ListRules, b: ListRules): ListRules {
  const length = Math.max(a.prefix.length, b.prefix.length);
  return {
    prefix: Array.from({ length }, (_, i) => both(a.prefix[i] ?? a.rest, b.prefix[i] ?? b.rest)),
    rest: both(a.rest, b.rest),
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
    unique: a.unique || b.unique,
    contains: [...a.contains, ...b.contains],
  };
}

/** What a branch says of a property: by name and pattern, else as an additional one. */
export function schemaOf(rules: RecordRules, key: string): Schema | undefined {
  const named = rules.properties.get(key);
  const matched = rules.patterns.filter(([pattern]) => matches(pattern, key)).map(([, schema]) => schema);
  if (named === undefined && matched.length === 0) return rules.additional;
  return matched.reduce<Schema | undefined>((all, one) => both(all, one), named);
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return false;
  }
}

function record(a: RecordRules, b: RecordRules): RecordRules {
  const keys = new Set([...a.properties.keys(), ...b.properties.keys()]);
  return {
    properties: new Map([...keys].map((key) => [key, both(schemaOf(a, key), schemaOf(b, key))])),
    patterns: [...a.patterns, ...b.patterns],
    additional: a.additional === undefined && b.additional === undefined ? undefined : both(a.additional, b.additional),
    unevaluated:
      a.unevaluated === undefined && b.unevaluated === undefined ? undefined : both(a.unevaluated, b.unevaluated),
    names: [...a.names, ...b.names],
    required: new Set([...a.required, ...b.required]),
    dependents: [...a.dependents, ...b.dependents],
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
  };
}

/** Undefined where no value can meet both. */
export function merge(a: Flat, b: Flat): Flat | undefined {
  const types = new Set([...a.types].filter((type) => b.types.has(type)));
  const values =
    a.values && b.values
      ? a.values.filter((one) => b.values?.some((other) => equal(one, other)))
      : (a.values ?? b.values);
  if (types.size === 0 || values?.length === 0) return undefined;
  return {
    types,
    values,
    text: text(a.text, b.text),
    number: number(a.number, b.number),
    list: list(a.list, b.list),
    record: record(a.record, b.record),
    loose: a.loose || b.loose,
    hints: [...a.hints, ...b.hints],
  };
}
