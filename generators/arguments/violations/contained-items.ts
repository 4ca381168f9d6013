/** An array without what it must contain, or with too much of it. */
import { LIMITS } from '../limits.js';
import { ListArbitrary } from '../list.js';
import { lists, type Rule } from '../site.js';

export const containedItems: Rule = function* (site) {
  const { compiler } = site;
  for (const [rules] of lists(site)) {
    for (const { schema, min, max } of rules.contains) {
      const other = compiler.build({ allOf: [rules.rest, { not: schema }] })?.arbitrary;
      const wanted = compiler.build({ allOf: [rules.rest, schema] })?.arbitrary;
      const size = { min: rules.min, max: Math.min(rules.max, rules.min + LIMITS.openItems) };
      const shape = { prefix: [], unique: rules.unique };
      if (min > 0 && other) {
        yield {
          keyword: 'contains',
          says: 'nothing contained that must be',
          arbitrary: new ListArbitrary({ ...shape, ...size, rest: other }),
        };
      }
      if (max < LIMITS.items && wanted) {
        const least = Math.max(rules.min, max + 1);
        yield {
          keyword: 'maxContains',
          says: 'too much contained',
          arbitrary: new ListArbitrary({ ...shape, rest: wanted, min: least, max: least + 2 }),
        };
      }
    }
  }
};
