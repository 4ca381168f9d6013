/**
 * Every single way to break a tool's input schema, each under its own label: `title: too long`. The value is ordinary
 * but for one fault, and Ajv refuses every value that is made; what cannot be made is left out.
 */
import type * as fc from 'fast-check';
import { generateAt } from '../seed.js';
import { openSchema, type ArgumentsOptions } from './arguments-from.js';
import { Kept } from './kept.js';
import { LIMITS } from './limits.js';
import type { Predicate } from './schema-document.js';
import { inWords, walk, type Placed } from './site.js';
import { VIOLATION_RULES } from './violations/index.js';

export interface Violation {
  /** Place and fault: `author.name: too long`. No two violations of a schema have the same. */
  readonly label: string;
  /** The keyword that is broken. */
  readonly keyword: string;
  /** Property names; `[]` for an item, `[0]` for one of the prefix. Empty: the arguments as a whole. */
  readonly path: readonly string[];
  readonly arbitrary: fc.Arbitrary<unknown>;
}

/** Values are looked for at a few fixed seeds: what does not show there is taken as impossible. */
const SEEDS = 24;

/** A placed special narrowed to what the predicate accepts; undefined where it accepts nothing. */
export function realised({ arbitrary }: Placed, predicate: Predicate): fc.Arbitrary<unknown> | undefined {
  for (let seed = 0; seed < SEEDS; seed++) {
    const value = generateAt(arbitrary, seed);
    if (predicate(value.value)) return new Kept(arbitrary, predicate, value);
  }
  return undefined;
}

/** The label, with a number where the schema has several places of that name. */
export function labelOnce(text: string, taken: Set<string>): string {
  let label = text;
  for (let n = 2; taken.has(label); n++) label = `${text} (${n})`;
  taken.add(label);
  return label;
}

export function violationsOf(schema: unknown, options: ArgumentsOptions = {}): readonly Violation[] {
  const opened = openSchema(schema, options);
  if ('reason' in opened) return [];
  const { compiler, accepts, root } = opened;
  const taken = new Set<string>();
  const found: Violation[] = [];
  for (const placed of walk(compiler, root, VIOLATION_RULES)) {
    const arbitrary = realised(placed, (value) => !accepts(value));
    if (arbitrary === undefined) continue;
    const { keyword, path, says } = placed;
    found.push({ label: labelOnce(`${inWords(path)}: ${says}`, taken), keyword, path, arbitrary });
    if (found.length >= LIMITS.labels) break;
  }
  return found;
}
