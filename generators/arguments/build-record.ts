/** From the rules of an object to an arbitrary of objects. Source: JSON Schema 2020-12 applicator § 10.3.2, validation § 6.5. */
import type * as fc from 'fast-check';
import { anyValue, memberNames } from './any-value.js';
import type { Builder, Built, Place } from './built.js';
import type { RecordRules } from './flat.js';
import { LIMITS } from './limits.js';
import { both, schemaOf } from './merge.js';
import { RecordArbitrary, type RecordShape } from './record.js';

/** Members that the schema does not name, where it lets them be. */
function buildExtra(rules: RecordRules, builder: Builder, place: Place): RecordShape['extra'] {
  if (rules.max <= rules.properties.size && rules.max <= rules.required.size) return undefined;
  const [pattern] = rules.patterns;
  if (pattern !== undefined && rules.additional === false) {
    const key = builder.patterns.matching(pattern[0]);
    const value = builder.generous(place) ? builder.build(pattern[1], place) : undefined;
    return key && value && { key, value: value.arbitrary };
  }
  if (rules.additional === false || (!builder.generous(place) && rules.min === 0)) return undefined;
  const value = rules.additional === undefined ? { arbitrary: anyValue() } : builder.build(rules.additional, place);
  const [named] = rules.names;
  const key = named === undefined ? memberNames() : builder.build(both({ type: 'string' }, named), place)?.arbitrary;
  return value && key && { key: key.map(String), value: value.arbitrary };
}

/** Objects: every member that can be made; undefined where a required one cannot. */
export function buildRecord(rules: RecordRules, builder: Builder, place: Place): Built | undefined {
  const members: { key: string; required: boolean; value: fc.Arbitrary<unknown> }[] = [];
  const costs = { required: 1, optional: 0 };
  for (const key of new Set([...rules.properties.keys(), ...rules.required])) {
    const required = rules.required.has(key);
    if (!required && !builder.generous(place)) continue;
    const value = builder.build(schemaOf(rules, key) ?? true, place);
    if (value === undefined && required) return undefined;
    if (value === undefined) continue;
    members.push({ key, required, value: value.arbitrary });
    costs[required ? 'required' : 'optional'] += value.cost;
  }
  const extra = buildExtra(rules, builder, place);
  const needed = members.filter(({ required }) => required).length;
  if (needed > rules.max || (rules.min > members.length && extra === undefined)) return undefined;
  // Where all of them would be too much, some of them are chosen: as many as their mean cost allows.
  const share = Math.min(1, Math.max(0, LIMITS.valueCost - costs.required) / Math.max(1, costs.optional));
  const affordable = needed + Math.max(1, Math.floor((members.length - needed) * share));
  const max = Math.min(rules.max, share < 1 ? Math.max(rules.min, affordable) : Infinity);
  const shape = { members, extra, min: rules.min, max, dependents: rules.dependents };
  return { arbitrary: new RecordArbitrary(shape), cost: costs.required + Math.ceil(costs.optional * share) };
}
