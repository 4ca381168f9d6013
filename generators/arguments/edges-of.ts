/**
 * The edges of a tool's input schema, each under its own label: `title: longest`. Every value is valid by Ajv: what a
 * sound server accepts, and what one that checks by another rule than it advertises does not.
 */
import type * as fc from 'fast-check';
import type { JsonObject } from '../../src/mcp/json-rpc.js';
import { isObject } from '../../src/mcp/json-rpc.js';
import { openSchema, type ArgumentsOptions } from './arguments-from.js';
import { listEnds, memberPresence } from './edges/shape-edges.js';
import { everyListedValue, everyAlternative, numberEnds, textEnds } from './edges/value-edges.js';
import { LIMITS } from './limits.js';
import { inWords, walk, type Rule } from './site.js';
import { labelOnce, realised } from './violations-of.js';

export interface Edge {
  /** Place and edge: `tags: 5 items`. No two edges of a schema have the same. */
  readonly label: string;
  readonly arbitrary: fc.Arbitrary<JsonObject>;
}

const EDGE_RULES: readonly Rule[] = [
  memberPresence,
  everyAlternative,
  everyListedValue,
  textEnds,
  numberEnds,
  listEnds,
];

export function edgesOf(schema: unknown, options: ArgumentsOptions = {}): readonly Edge[] {
  const opened = openSchema(schema, options);
  if ('reason' in opened) return [];
  const { compiler, accepts, root } = opened;
  const taken = new Set<string>();
  const found: Edge[] = [];
  for (const placed of walk(compiler, root, EDGE_RULES)) {
    const arbitrary = realised(placed, (value) => isObject(value) && accepts(value));
    if (arbitrary === undefined) continue;
    const label = labelOnce(`${inWords(placed.path)}: ${placed.says}`, taken);
    found.push({ label, arbitrary: arbitrary as fc.Arbitrary<JsonObject> });
    if (found.length >= LIMITS.labels) break;
  }
  return found;
}
