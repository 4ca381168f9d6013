/** Unusual but valid arguments of a tool, out of one valid call and the advertised schema. */
import { compileSchema } from '../../mcp/json-schema.js';
import { isObject, type JsonObject } from '../../mcp/json-rpc.js';

const VARIATIONS_MAX = 24;

/** The values that a property's schema names outright. */
function namedValues(schema: unknown): unknown[] {
  if (!isObject(schema)) return [];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  return schema['type'] === 'boolean' ? [true, false] : [];
}

/** The call itself, then each enum value and each boolean in its place, nested members included. */
export function variationsOf(inputSchema: unknown, valid: JsonObject): JsonObject[] {
  const compiled = compileSchema(inputSchema);
  const within = (schema: unknown, value: JsonObject, depth: number): JsonObject[] => {
    const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
    return Object.entries(properties).flatMap(([key, inner]) => [
      ...namedValues(inner).map((named) => ({ ...value, [key]: named })),
      ...(depth > 0 && isObject(inner) && isObject(inner['properties'])
        ? within(inner, isObject(value[key]) ? value[key] : {}, depth - 1).map((nested) => ({
            ...value,
            [key]: nested,
          }))
        : []),
    ]);
  };
  const varied = within(inputSchema, valid, 3).filter((args) => compiled?.problems(args).length === 0);
  const texts = new Set<string>();
  return [valid, ...varied]
    .filter((args) => {
      const text = JSON.stringify(args);
      return !texts.has(text) && texts.add(text);
    })
    .slice(0, VARIATIONS_MAX);
}
