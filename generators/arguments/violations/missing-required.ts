/** An object without one of the members that it must have. */
import { withoutMember } from '../json.js';
import { records, type Rule } from '../site.js';

export const missingRequired: Rule = function* (site) {
  for (const [rules, arbitrary] of records(site)) {
    for (const key of rules.required) {
      yield {
        keyword: 'required',
        says: 'missing',
        member: key,
        arbitrary: arbitrary.map((object) => withoutMember(object, key)),
      };
    }
  }
};
