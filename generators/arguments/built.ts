/** What the parts of the compiler share: what is built, where in the schema it is, and who builds what is inside. */
import * as fc from 'fast-check';
import { LIMITS } from './limits.js';
import type { Patterns } from './patterns.js';
import type { Schema } from './schema-document.js';

/** An arbitrary with about how large its values get. */
export interface Built {
  readonly arbitrary: fc.Arbitrary<unknown>;
  readonly cost: number;
}

/** Where in the schema the compiler is: what it is inside of, and how often it may still enter that again. */
export interface Place {
  readonly open: ReadonlySet<Schema>;
  readonly recursion: number;
}

export const TOP: Place = { open: new Set(), recursion: LIMITS.recursion };

export interface Builder {
  readonly patterns: Patterns;
  /** Undefined where no value was found possible. */
  build(schema: Schema, place?: Place): Built | undefined;
  /** Whether optional parts are still made here. */
  generous(place: Place): boolean;
}

export const oneOf = (arbitraries: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> | undefined =>
  arbitraries.length > 1 ? fc.oneof(...arbitraries) : arbitraries[0];
