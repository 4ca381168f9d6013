/** A value of each JSON type that is not allowed; coercion is what servers get wrong, so `"5"` stands for 5. */
import * as fc from 'fast-check';
import { anyOfType } from '../any-value.js';
import { TYPE_NAMES, type TypeName } from '../json.js';
import type { Rule, Site } from '../site.js';

function ofType(type: TypeName, { compiler, schema, types }: Site): fc.Arbitrary<unknown> {
  const plain = anyOfType(type);
  const right = compiler.build(schema)?.arbitrary;
  if (right === undefined) return plain;
  if (type === 'string' && !types.has('object')) {
    return fc.oneof(
      right.map((value) => JSON.stringify(value)),
      plain,
    );
  }
  if (type === 'array')
    return fc.oneof(
      right.map((value) => [value]),
      plain,
    );
  if (type === 'number' && types.has('boolean')) return fc.constantFrom(0, 1);
  return plain;
}

export const wrongType: Rule = function* (site) {
  const { flats, types } = site;
  if (flats.length === 0) return;
  for (const type of TYPE_NAMES) {
    if (!types.has(type)) yield { keyword: 'type', says: `wrong type (${type})`, arbitrary: ofType(type, site) };
  }
  const numeric = flats.filter((flat) => flat.types.has('number'));
  if (numeric.length > 0 && numeric.every(({ number }) => number.integer)) {
    yield {
      keyword: 'type',
      says: 'wrong type (fraction)',
      arbitrary: fc.integer({ min: -50, max: 50 }).map((n) => n + 0.5),
    };
  }
};
