/**
 * JSON Schema as MCP uses it: 2020-12 unless `$schema` names draft-07, `format` an annotation, unknown keywords kept.
 * Source: 2026-07-28 basic/index § JSON Schema Usage.
 */
import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from './json-rpc.js';

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  logger: false,
};

export interface CompiledSchema {
  /** What is wrong with a value, a sentence each; empty where it is valid. */
  problems(value: unknown): readonly string[];
}

/**
 * What was compiled before, by the schema object itself: compiling costs a thousand times what validating does, and a
 * tool's schema is asked about at every call. Nothing but time depends on it.
 */
const compiledBefore = new WeakMap<object, CompiledSchema | null>();

/** Compiles a schema; undefined where it is none (a `$ref` that leads nowhere, an unknown dialect, a wrong type). */
export function compileSchema(schema: unknown): CompiledSchema | undefined {
  if (!isObject(schema)) return typeof schema === 'boolean' ? compile(schema) : undefined;
  const before = compiledBefore.get(schema);
  if (before !== undefined) return before ?? undefined;
  const compiled = compile(schema);
  compiledBefore.set(schema, compiled ?? null);
  return compiled;
}

function compile(schema: JsonObject | boolean): CompiledSchema | undefined {
  const dialect = isObject(schema) && typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  const ajv = /draft-0[67]/.test(dialect) ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  try {
    const validate = ajv.compile(schema);
    return {
      problems(value) {
        if (validate(value)) return [];
        return (validate.errors ?? []).map(
          ({ instancePath, message }) => `${instancePath || 'the value'} ${message ?? 'is invalid'}`,
        );
      },
    };
  } catch {
    return undefined;
  }
}
