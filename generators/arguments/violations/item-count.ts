/** One item too few or too many, and more than one. */
import * as fc from 'fast-check';
import { listOfLength } from '../build-list.js';
import { LIMITS } from '../limits.js';
import { lists, type Rule } from '../site.js';

/** Beyond this many items too many, no server that counts at all can be taken in. */
const MANY = 8;

export const itemCount: Rule = function* (site) {
  for (const [rules, arbitrary] of lists(site)) {
    const { min, max, prefix, rest } = rules;
    if (min > 0) {
      const fewer = fc.tuple(arbitrary, fc.nat(min - 1)).map(([list, keep]) => list.slice(0, keep));
      const oneFewer = arbitrary.map((list) => list.slice(0, min - 1));
      yield { keyword: 'minItems', says: 'too few items', arbitrary: fc.oneof(oneFewer, fewer) };
    }
    const most = rest === false ? Math.min(max, prefix.length) : max;
    if (most >= LIMITS.items) continue;
    const nothing = { arbitrary: fc.constant(null), cost: 1 };
    const longer = [most + 1, most + MANY].flatMap(
      (length) => listOfLength(rules, length, site.compiler, nothing) ?? [],
    );
    if (longer.length === 0) continue;
    yield { keyword: rest === false ? 'items' : 'maxItems', says: 'too many items', arbitrary: fc.oneof(...longer) };
  }
};
