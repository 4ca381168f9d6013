/** An array with one of its items twice, where all must differ. */
import * as fc from 'fast-check';
import { LIMITS } from '../limits.js';
import { lists, type Rule } from '../site.js';

export const duplicateItems: Rule = function* (site) {
  for (const [rules, arbitrary] of lists(site)) {
    if (!rules.unique || rules.max < 2) continue;
    const item = site.compiler.build(rules.rest)?.arbitrary;
    const twice = fc.tuple(arbitrary, fc.nat(LIMITS.openItems)).map(([list, at]) => {
      const copy = list[at % Math.max(1, list.length)];
      return list.length < rules.max ? [...list, copy] : [...list.slice(0, -1), list[0]];
    });
    const pair = item?.map((one) => [one, one]);
    yield { keyword: 'uniqueItems', says: 'duplicate items', arbitrary: pair ? fc.oneof(pair, twice) : twice };
  }
};
