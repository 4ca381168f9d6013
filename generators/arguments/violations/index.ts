/** Every way to break a schema in one place, in the order in which they are tried. */
import type { Rule } from '../site.js';
import { additionalMember } from './additional-member.js';
import { forbiddenByNot, severalOfOneOf } from './combined.js';
import { containedItems } from './contained-items.js';
import { duplicateItems } from './duplicate-items.js';
import { itemCount } from './item-count.js';
import { memberCount } from './member-count.js';
import { dependentMissing, memberNameRefused } from './member-names.js';
import { missingRequired } from './missing-required.js';
import { notAMultiple } from './not-a-multiple.js';
import { notInEnum } from './not-in-enum.js';
import { numberBounds } from './number-bounds.js';
import { patternBroken } from './pattern-broken.js';
import { textLength } from './text-length.js';
import { wrongType } from './wrong-type.js';

export const VIOLATION_RULES: readonly Rule[] = [
  missingRequired,
  additionalMember,
  wrongType,
  notInEnum,
  textLength,
  patternBroken,
  numberBounds,
  notAMultiple,
  itemCount,
  duplicateItems,
  containedItems,
  memberCount,
  memberNameRefused,
  dependentMissing,
  forbiddenByNot,
  severalOfOneOf,
];
