/** Arguments that break an advertised input schema in one place; Ajv has the last word on each. */
import { compileSchema } from '../../mcp/json-schema.js';
import { isObject, type JsonObject } from '../../mcp/json-rpc.js';

export interface Violation {
  /** `add-undeclared-argument`, `drop-title`, `mistype-title`. */
  readonly name: string;
  readonly arguments: JsonObject;
}

/** An argument name that no tool declares. */
export const UNDECLARED = 'shakedownUndeclared';

const wrongType = (schema: unknown): unknown => {
  const types = isObject(schema) ? [schema['type']].flat() : [];
  return types.includes('object') ? 'not an object' : { wrong: 'type' };
};

/** One violation of each kind that the schema has, made from a valid call or, without one, from nothing. */
export function violationsOf(inputSchema: unknown, valid: JsonObject | undefined): Violation[] {
  const compiled = compileSchema(inputSchema);
  if (!compiled || !isObject(inputSchema)) return [];
  const base = valid && compiled.problems(valid).length === 0 ? valid : undefined;
  const properties = isObject(inputSchema['properties']) ? inputSchema['properties'] : {};
  const required = Array.isArray(inputSchema['required'])
    ? inputSchema['required'].filter((key) => typeof key === 'string')
    : [];
  const [firstRequired] = required;
  const [firstProperty] = [...required, ...Object.keys(properties)];
  const { [firstRequired ?? '']: _dropped, ...without } = base ?? {};
  const candidates: Violation[] = [
    ...(base ? [{ name: 'add-undeclared-argument', arguments: { ...base, [UNDECLARED]: 'x' } }] : []),
    ...(firstRequired === undefined ? [] : [{ name: `drop-${firstRequired}`, arguments: without }]),
    ...(firstProperty === undefined
      ? []
      : [
          {
            name: `mistype-${firstProperty}`,
            arguments: { ...base, [firstProperty]: wrongType(properties[firstProperty]) },
          },
        ]),
  ];
  return candidates.filter((one) => compiled.problems(one.arguments).length > 0);
}
