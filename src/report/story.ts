/**
 * All that a writer may tell of a run: the report, and what people are told beyond it. It holds lines, not exchanges,
 * so that a run of a night does not keep its traffic in memory.
 */
import type { RunVerdict } from '../engine/events.js';
import type { Report } from './report.js';

/** What a person is shown of a finding besides its entry in the report. */
export interface FindingDetail {
  /** What was sent, a line a step. */
  readonly sent: readonly string[];
  /** A shell line that shows it without our program. */
  readonly command?: string;
}

/** A recorded exchange that a replay did not compare. */
export interface LeftOut {
  readonly n: number;
  readonly what: string;
  readonly reason: string;
}

export interface Story {
  readonly report: Report;
  readonly verdict: RunVerdict;
  /** By the id of the finding. */
  readonly details: ReadonlyMap<string, FindingDetail>;
  readonly leftOut: readonly LeftOut[];
}
