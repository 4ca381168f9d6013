/**
 * A known call with some of its members made anew. What a tool can act on (an id that exists, a path, a date) is often
 * not in its schema: calls that are known to work lead deeper than any that were made up.
 */
import * as fc from 'fast-check';
import type { JsonObject } from '../../src/mcp/json-rpc.js';
import { Edged } from './edged.js';
import { withMember, withoutMember } from './json.js';

export function varied(known: readonly JsonObject[], made: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const keys = [...new Set(known.flatMap(Object.keys))];
  const replaced = fc.subarray(keys, { maxLength: Math.min(2, keys.length) });
  // The choice of members comes first: shrinking goes back to the known call.
  return fc.tuple(replaced, new Edged(made, known, 1), made).map(([chosen, call, fresh]) => {
    const put = (object: JsonObject, key: string): JsonObject =>
      Object.hasOwn(fresh, key) ? withMember(object, key, fresh[key]) : withoutMember(object, key);
    return chosen.reduce(put, call);
  });
}
