/**
 * Arguments that a tool mirrors into `Mcp-Param-*` headers by `x-mcp-header` in its input schema.
 * Source: 2026-07-28 basic/transports/streamable-http § Custom Headers from Tool Parameters.
 */
import { encodeHeaderValue, type HeaderList } from './headers.js';
import { isObject, type JsonObject } from './json-rpc.js';

export interface ParamHeader {
  readonly header: string;
  /** The chain of `properties` keys that leads to the argument. */
  readonly path: readonly string[];
}

/** The annotated parameters of an input schema, reachable through `properties` only. */
export function paramHeaders(schema: unknown, path: readonly string[] = []): ParamHeader[] {
  if (!isObject(schema)) return [];
  const own = schema['x-mcp-header'];
  const here = typeof own === 'string' && own !== '' && path.length > 0 ? [{ header: `Mcp-Param-${own}`, path }] : [];
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return [...here, ...Object.entries(properties).flatMap(([key, inner]) => paramHeaders(inner, [...path, key]))];
}

/** The headers that a call with these arguments carries; an absent or null argument has none. */
export function paramHeadersFor(inputSchema: unknown, args: JsonObject): HeaderList {
  return paramHeaders(inputSchema).flatMap(({ header, path }) => {
    const value = path.reduce<unknown>((inside, key) => (isObject(inside) ? inside[key] : undefined), args);
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isScalar ? [[header, encodeHeaderValue(String(value))] as const] : [];
  });
}
