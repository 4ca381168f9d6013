/** One item too few or too many, and more than one. */
import * as fc from 'fast-check';
import { LIMITS } from '../limits.js';
import { ListArbitrary } from '../list.js';
import { lists, type Rule } from '../site.js';

export const itemCount: Rule = function* (site) {
  for (const [rules, arbitrary] of lists(site)) {
    const { min, max, prefix, rest, unique } = rules;
    if (min > 0) {
      const fewer = fc.tuple(arbitrary, fc.nat(min - 1)).map(([list, keep]) => list.slice(0, Math.max(keep, 0)));
      const oneFewer = arbitrary.map((list) => list.slice(0, min - 1));
      yield { keyword: 'minItems', says: 'too few items', arbitrary: fc.oneof(oneFewer, fewer) };
    }
    const most = rest === false ? Math.min(max, prefix.length) : max;
    if (most >= LIMITS.items) continue;
    const built = prefix.map((schema) => site.compiler.build(schema)?.arbitrary ?? fc.constant(null));
    const item = (rest === false ? undefined : site.compiler.build(rest)?.arbitrary) ?? fc.constant(null);
    const longer = (by: number): fc.Arbitrary<unknown> =>
      new ListArbitrary({ prefix: built, rest: item, min: most + 1, max: most + by, unique });
    yield {
      keyword: rest === false ? 'items' : 'maxItems',
      says: 'too many items',
      arbitrary: fc.oneof(longer(1), longer(most + 8)),
    };
  }
};
