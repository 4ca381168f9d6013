/** Too few members, or too many. */
import * as fc from 'fast-check';
import { memberNames } from '../any-value.js';
import { LIMITS } from '../limits.js';
import { records, type Rule } from '../site.js';

export const memberCount: Rule = function* (site) {
  for (const [rules, arbitrary] of records(site)) {
    const { min, max } = rules;
    if (min > 0) {
      yield {
        keyword: 'minProperties',
        says: 'too few properties',
        arbitrary: fc
          .tuple(arbitrary, fc.nat(min - 1))
          .map(([object, count]) => Object.fromEntries(Object.entries(object).slice(0, count))),
      };
    }
    if (max < LIMITS.items) {
      const value = site.compiler.build(rules.additional ?? true)?.arbitrary ?? fc.constant(null);
      const more = fc.uniqueArray(fc.tuple(memberNames(), value), {
        selector: ([key]) => key,
        minLength: max + 1,
        maxLength: max + 3,
      });
      yield {
        keyword: 'maxProperties',
        says: 'too many properties',
        arbitrary: fc.tuple(arbitrary, more).map(([object, extra]) => ({ ...Object.fromEntries(extra), ...object })),
      };
    }
  }
};
