/** A member that the schema forbids: of any name, or of one that looks like a name it knows. */
import * as fc from 'fast-check';
import { anyValue, memberNames } from '../any-value.js';
import { withMember } from '../json.js';
import { records, type Rule } from '../site.js';

const nearName = (key: string): string[] => [
  key.toUpperCase(),
  `${key}_`,
  `${key} `,
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
];

export const additionalMember: Rule = function* (site) {
  for (const [rules, arbitrary] of records(site)) {
    if (rules.additional !== false) continue;
    const known = [...rules.properties.keys()];
    const near = [...new Set(known.flatMap(nearName))].filter((key) => !rules.properties.has(key));
    const names = near.length > 0 ? fc.oneof(memberNames(), fc.constantFrom(...near)) : memberNames();
    yield {
      keyword: 'additionalProperties',
      says: 'additional property',
      arbitrary: fc.tuple(arbitrary, names, anyValue(0)).map(([object, key, value]) => withMember(object, key, value)),
    };
  }
};
