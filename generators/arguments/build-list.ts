/** From the rules of an array to an arbitrary of arrays. Source: JSON Schema 2020-12 applicator § 10.3.1, validation § 6.4. */
import * as fc from 'fast-check';
import { oneOf, type Builder, type Built, type Place } from './built.js';
import type { ListRules } from './flat.js';
import { LIMITS } from './limits.js';
import { ListArbitrary } from './list.js';

/** Items that an array gets where nothing else limits it: few inside of a recursion, none at its end. */
function itemsMax(max: number, builder: Builder, place: Place): number {
  if (!builder.generous(place)) return 0;
  if (place.recursion < LIMITS.recursion) return LIMITS.recursiveItems;
  return max === Infinity ? LIMITS.openItems : LIMITS.items;
}

/** Arrays: the prefix as far as it can be made, then as many items as their cost allows. */
export function buildList(rules: ListRules, builder: Builder, place: Place): Built | undefined {
  const prefix: Built[] = [];
  for (const schema of rules.prefix) {
    const item = builder.build(schema, place);
    if (item === undefined) break;
    prefix.push(item);
  }
  const complete = prefix.length === rules.prefix.length;
  const contained = rules.contains.filter(({ min }) => min > 0).map(({ schema }) => builder.build(schema, place));
  const rest = complete && rules.rest !== false ? builder.build(rules.rest, place) : undefined;
  const mixed = rest && oneOf([rest.arbitrary, ...contained.flatMap((one) => one?.arbitrary ?? [])]);
  const min = Math.max(rules.min, ...rules.contains.map((one) => one.min), 0);
  const cost = rest?.cost ?? 1;
  const affordable = Math.max(1, Math.floor(LIMITS.valueCost / cost));
  const most = Math.min(affordable, itemsMax(rules.max, builder, place));
  const max = Math.min(rules.max, rest ? Math.max(min, most, prefix.length) : prefix.length);
  if (min > max || min > LIMITS.items) return undefined;
  const shape = { prefix: prefix.map((one) => one.arbitrary), rest: mixed, min, max, unique: rules.unique };
  const prefixCost = prefix.reduce((sum, one) => sum + one.cost, 0);
  return { arbitrary: new ListArbitrary(shape), cost: 1 + prefixCost + cost * Math.max(min, Math.ceil(max / 2)) };
}

/** An array of exactly so many items; where that many would cost too much, one item is repeated. */
export function listOfLength(
  { prefix, rest, unique }: ListRules,
  length: number,
  builder: Builder,
  padding?: Built,
): fc.Arbitrary<unknown> | undefined {
  const built = prefix.map((schema) => builder.build(schema)?.arbitrary ?? fc.constant(null));
  const item = (rest === false ? undefined : builder.build(rest)) ?? padding;
  if (item === undefined && length > built.length) return undefined;
  if (item === undefined || item.cost * length <= 2 * LIMITS.valueCost) {
    return new ListArbitrary({ prefix: built, rest: item?.arbitrary, min: length, max: length, unique });
  }
  if (unique || built.length > 0) return undefined;
  return item.arbitrary.map((one) => Array.from({ length }, () => one));
}
