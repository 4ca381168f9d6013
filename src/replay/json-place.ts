/** Places in a JSON value: written as JSONPath for people and configuration, and looked up. */
import { embeddedJson } from './embedded.js';
import { ExactNumber } from '../mcp/exact-json.js';

export type Keys = readonly (string | number)[];

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

const stepOf = (key: string | number): string =>
  typeof key === 'number' ? `[${key}]` : IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;

/** `$.result.items[0].id`, `$.result["a key"]`. */
export const pathOf = (keys: Keys): string => `$${keys.map(stepOf).join('')}`;

/** The same place in every element, `$.result.items[*].id`: it names a fault without the accident of an index. */
export const patternOf = (keys: Keys): string =>
  `$${keys.map((key) => (typeof key === 'number' ? '[*]' : stepOf(key))).join('')}`;

/** Objects and arrays, but not the numbers that are kept as text. */
export const isComposite = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

/** The value at a place, through JSON in strings; undefined where there is none. */
export function valueAt(value: unknown, keys: Keys): unknown {
  let at = value;
  for (const key of keys) {
    const inside = typeof at === 'string' ? embeddedJson(at) : at;
    if (!isComposite(inside) || !Object.hasOwn(inside, key)) return undefined;
    at = inside[key];
  }
  return at;
}

export interface Leaf {
  readonly keys: Keys;
  readonly value: unknown;
}

/** Every value that is neither object nor array, in document order; JSON in strings is looked into. */
export function leavesOf(value: unknown, keys: Keys = []): Leaf[] {
  const inside = (typeof value === 'string' ? embeddedJson(value) : undefined) ?? value;
  if (Array.isArray(inside)) return inside.flatMap((one, i) => leavesOf(one, [...keys, i]));
  if (isComposite(inside)) return Object.entries(inside).flatMap(([key, one]) => leavesOf(one, [...keys, key]));
  return [{ keys, value: inside }];
}
