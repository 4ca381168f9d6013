/** What `not` forbids, and what more than one branch of `oneOf` accepts. */
import { isObject } from '../../../src/mcp/json-rpc.js';
import { isSchema } from '../schema-document.js';
import type { Rule } from '../site.js';

export const forbiddenByNot: Rule = function* ({ compiler, schema }) {
  if (!isObject(schema) || !isSchema(schema['not'])) return;
  const { not, ...rest } = schema;
  const built = compiler.build({ allOf: [rest, not] });
  if (built) yield { keyword: 'not', says: 'forbidden by not', arbitrary: built.arbitrary };
};

export const severalOfOneOf: Rule = function* ({ compiler, schema }) {
  if (!isObject(schema) || !Array.isArray(schema['oneOf'])) return;
  const branches = schema['oneOf'].filter(isSchema);
  const { oneOf: _, ...rest } = schema;
  for (const [at, first] of branches.entries()) {
    for (const second of branches.slice(at + 1)) {
      const built = compiler.build({ allOf: [rest, first, second] });
      if (!built) continue;
      yield { keyword: 'oneOf', says: 'accepted by two branches of oneOf', arbitrary: built.arbitrary };
      return;
    }
  }
};
