/**
 * What a judge says of evidence. A failed verdict is a suspicion; it becomes a finding when its control held and fresh
 * repeats failed alike (engine/confirm.ts).
 */
import type { StatePair } from './finding.js';
import type { Level } from './levels.js';

export type Verdict =
  | {
      readonly status: 'passed';
      readonly note?: string;
      readonly http?: number | undefined;
      readonly rpc?: number | undefined;
      readonly state?: StatePair;
    }
  | {
      readonly status: 'failed';
      /** The diagnosis, as a person would say it aloud. */
      readonly title: string;
      readonly expected: string;
      readonly received: string;
      /** Where it differs from the check's own. */
      readonly level?: Level;
      readonly http?: number | undefined;
      readonly rpc?: number | undefined;
      /** Each half on its own, where an answer was judged. */
      readonly statusAllowed?: boolean;
      readonly codeAllowed?: boolean;
      readonly state?: StatePair;
      /** The letter of the specification allows it; only effects can say so. */
      readonly permitted?: boolean;
    }
  /** Nothing can be said, and what would change that. */
  | { readonly status: 'not-testable'; readonly reason: string }
  | { readonly status: 'not-applicable'; readonly reason: string };
