/** A member whose name `propertyNames` refuses, and an object without what one of its members needs. */
import * as fc from 'fast-check';
import { anyValue } from '../any-value.js';
import { withMember, withoutMember } from '../json.js';
import { records, type Rule } from '../site.js';
import { TextArbitrary } from '../text.js';

export const memberNameRefused: Rule = function* (site) {
  for (const [rules, arbitrary] of records(site)) {
    if (rules.names.length === 0) continue;
    yield {
      keyword: 'propertyNames',
      says: 'property name refused',
      arbitrary: fc
        .tuple(arbitrary, fc.oneof(new TextArbitrary(1, 40), fc.constantFrom('', 'A', 'a', '0', ' ')), anyValue(0))
        .map(([object, key, value]) => withMember(object, key, value)),
    };
  }
};

/** The member that the needing one stands for is made from its own schema, so that nothing else is wrong. */
export const dependentMissing: Rule = function* (site) {
  for (const [rules, arbitrary] of records(site)) {
    for (const [key, needs] of rules.dependents) {
      const value = site.compiler.build(rules.properties.get(key) ?? true)?.arbitrary;
      if (value === undefined) continue;
      for (const need of needs) {
        yield {
          keyword: 'dependentRequired',
          says: `${key} without ${need}`,
          arbitrary: fc
            .tuple(arbitrary, value)
            .map(([object, own]) => withoutMember(withMember(object, key, own), need)),
        };
      }
    }
  }
};
