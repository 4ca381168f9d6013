/** JSON values: their types, their equality, and edits that copy. */
import { isObject, type JsonObject } from '../../src/mcp/json-rpc.js';

export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export const TYPE_NAMES: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

export function typeOf(value: unknown): TypeName | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'boolean' || type === 'number' || type === 'string' || type === 'object' ? type : undefined;
}

/** A text that is the same for equal JSON values, whatever the order of their keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(',')}}`;
}

export const equal = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

/** The object with a member set, in its old place where it has one; `__proto__` is a key like any other. */
export function withMember(object: JsonObject, key: string, value: unknown): JsonObject {
  const entries = Object.entries(object);
  return Object.fromEntries(
    Object.hasOwn(object, key)
      ? entries.map(([own, old]) => [own, own === key ? value : old])
      : [...entries, [key, value]],
  );
}

export const withoutMember = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([own]) => own !== key));

/** Code points, which is what `minLength` and `maxLength` count. */
export const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};
