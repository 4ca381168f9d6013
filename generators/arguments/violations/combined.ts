/** What `not` forbids, and what more than one branch of `oneOf` accepts. */
import { isObject, type JsonObject } from '../../../src/mcp/json-rpc.js';
import { isSchema, type Schema, type SchemaDocument } from '../schema-document.js';
import type { Rule } from '../site.js';

/** The schemas that must all hold here: the schema itself, its `allOf`, and what it refers to, each on its own. */
function conjuncts(schema: Schema, document: SchemaDocument, open: readonly Schema[] = []): JsonObject[] {
  if (!isObject(schema) || open.includes(schema)) return [];
  const { allOf, $ref: ref, ...own } = schema;
  const target = typeof ref === 'string' ? document.resolve(ref) : undefined;
  const parts = [...(Array.isArray(allOf) ? allOf.filter(isSchema) : []), ...(target === undefined ? [] : [target])];
  return [own, ...parts.flatMap((part) => conjuncts(part, document, [...open, schema]))];
}

export const forbiddenByNot: Rule = function* ({ compiler, schema }) {
  const parts = conjuncts(schema, compiler.document);
  for (const part of parts) {
    const { not, ...rest } = part;
    if (!isSchema(not)) continue;
    const built = compiler.build({ allOf: [...parts.map((one) => (one === part ? rest : one)), not] });
    if (built) yield { keyword: 'not', says: 'forbidden by not', arbitrary: built.arbitrary };
  }
};

/** The first two branches that have a value in common. */
export const severalOfOneOf: Rule = function* ({ compiler, schema }) {
  const parts = conjuncts(schema, compiler.document);
  for (const part of parts) {
    const { oneOf, ...rest } = part;
    const branches = Array.isArray(oneOf) ? oneOf.filter(isSchema) : [];
    const others = parts.map((one) => (one === part ? rest : one));
    const pairs = branches.flatMap((first, at) => branches.slice(at + 1).map((second) => [first, second] as const));
    for (const pair of pairs) {
      const common = compiler.build({ allOf: [...others, ...pair] });
      if (!common) continue;
      yield { keyword: 'oneOf', says: 'accepted by two branches of oneOf', arbitrary: common.arbitrary };
      break;
    }
  }
};
