/** Numbers within bounds, on a grid where `multipleOf` asks for one. Source: JSON Schema 2020-12 validation § 6.2. */
import type * as fc from 'fast-check';
import type { NumberRules } from './flat.js';
import { NumberArbitrary, positiveZero } from './number-arbitrary.js';

const SAFE = Number.MAX_SAFE_INTEGER;

/** Where programs change their representation of a whole number: a bit, a byte, a word, a double's last exact one. */
const WHOLE_EDGES = [0, 1, -1, 127, 128, 255, 256, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, SAFE, -SAFE];
const FRACTION_EDGES = [0.5, -0.5, 0.1, 1e-7, 5e-324, 1e21, 1.5e300, -1.5e300];

export function obeys(value: number, rules: NumberRules): boolean {
  const { min, max, above, below, multiplesOf, integer } = rules;
  if (value < min || value > max || value <= above || value >= below) return false;
  if (integer && !Number.isInteger(value)) return false;
  return multiplesOf.every((step) => Number.isInteger(value / step));
}

/** The whole numbers k for which k * step is within bounds, as far as doubles count exactly. */
function range(rules: NumberRules, step: number): { min: number; max: number } {
  const low = Math.max(rules.min / step, -SAFE / Math.max(1, step));
  const high = Math.min(rules.max / step, SAFE / Math.max(1, step));
  const above = Math.floor(rules.above / step) + 1;
  const below = Math.ceil(rules.below / step) - 1;
  return { min: positiveZero(Math.max(Math.ceil(low), above)), max: positiveZero(Math.min(Math.floor(high), below)) };
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The least common multiple of whole steps; of fractions the larger, which Ajv's word on the value makes good. */
const common = (a: number, b: number): number =>
  Number.isInteger(a) && Number.isInteger(b) ? (a / gcd(a, b)) * b : Math.max(a, b);

function stepOf({ integer, multiplesOf }: NumberRules): number | undefined {
  const steps = integer ? [1, ...multiplesOf] : multiplesOf;
  return steps.length === 0 ? undefined : steps.reduce(common);
}

/** The values at and next to the bounds, and where representations change. */
export function numberEdges(rules: NumberRules): number[] {
  const step = stepOf(rules);
  const { min, max } = range(rules, step ?? 1);
  const bounded = [min, min + 1, max - 1, max].map((k) => k * (step ?? 1));
  const exact = [rules.min, rules.max].filter(Number.isFinite);
  const all = [...exact, ...bounded, ...WHOLE_EDGES, ...(step === undefined ? FRACTION_EDGES : [])];
  return [...new Set(all.map(positiveZero))].filter((one) => Number.isFinite(one) && obeys(one, rules));
}

/** A value between bounds that leave no whole number: halfway, or at an end. */
function between({ min, max, above, below }: NumberRules): number {
  const low = Math.max(min, above);
  const high = Math.min(max, below);
  return low === high ? low : low + (high - low) / 2;
}

/** Undefined where no number is within the bounds. */
export function numbers(rules: NumberRules): fc.Arbitrary<number> | undefined {
  const step = stepOf(rules);
  const { min, max } = range(rules, step ?? 1);
  const narrow = min > max && step === undefined ? [between(rules)] : [];
  const edges = [...narrow, ...numberEdges(rules)].filter((one) => obeys(one, rules));
  if (edges.length === 0) return undefined;
  return new NumberArbitrary({ min, max, step, edges, obeys: (value) => obeys(value, rules) });
}
