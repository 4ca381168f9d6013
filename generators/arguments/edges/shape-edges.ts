/** Arrays at both ends of their lengths, objects with all of their optional members and with none. */
import type * as fc from 'fast-check';
import { withoutMember } from '../json.js';
import { listOfLength } from '../build-list.js';
import { LIMITS } from '../limits.js';
import { lists, records, type Rule } from '../site.js';

export const listEnds: Rule = function* (site) {
  for (const [rules] of lists(site)) {
    const most = rules.rest === false ? Math.min(rules.max, rules.prefix.length) : rules.max;
    const lengths = [rules.min, rules.min + 1, ...(most < LIMITS.items ? [most - 1, most] : [])];
    for (const length of [...new Set(lengths)].filter((one) => one >= rules.min && one <= most)) {
      const arbitrary = listOfLength(rules, length, site.compiler);
      if (arbitrary) yield { keyword: 'maxItems', says: `${length} items`, arbitrary };
    }
  }
};

export const memberPresence: Rule = function* (site) {
  for (const [rules, arbitrary] of records(site)) {
    const optional = [...rules.properties.keys()].filter((key) => !rules.required.has(key));
    if (optional.length === 0) continue;
    const without = (keys: readonly string[]): fc.Arbitrary<unknown> =>
      arbitrary.map((object) => keys.reduce(withoutMember, object));
    yield { keyword: 'required', says: 'only required members', arbitrary: without(optional) };
    for (const key of optional) yield { keyword: 'required', says: 'absent', member: key, arbitrary: without([key]) };
  }
};
