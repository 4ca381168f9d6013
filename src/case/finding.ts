/** A check that failed, confirmed or not, and the row that each check leaves in the report. */
import type { Transport } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';
import type { FindingLevel, LayerName } from './levels.js';

export type CheckStatus = 'passed' | 'failed' | 'not-testable' | 'not-applicable';

/** flaky: it failed in some of the repeats. unconfirmed: it could not be repeated (a recording, a server that is gone). */
export type Confidence = 'confirmed' | 'flaky' | 'unconfirmed';

/** The storage before and after, in words short enough for a table. */
export interface StatePair {
  readonly before: string;
  readonly after: string;
  readonly same: boolean;
}

export interface CheckRow {
  readonly id: string;
  readonly layer: LayerName;
  readonly era: Era;
  readonly transport: Transport;
  readonly principal: string | null;
  readonly tool: string | null;
  readonly status: CheckStatus;
  /** Why it is not testable or not applicable, or what a pass carries as a note. */
  readonly reason: string;
  readonly http: number | null;
  readonly rpc: number | null;
  /** Each half on its own, where an answer was judged and refused. */
  readonly statusAllowed?: boolean;
  readonly codeAllowed?: boolean;
  readonly state?: StatePair;
  readonly recording?: string;
}

export interface Finding {
  /** `F-` and four or more characters of Crockford's Base32; the same fault has the same id in every run. */
  readonly id: string;
  readonly check: string;
  readonly level: FindingLevel;
  readonly kind: 'protocol' | 'effect';
  readonly confidence: Confidence;
  readonly era: Era;
  readonly transport: Transport;
  readonly principal: string | null;
  readonly tool: string | null;
  readonly title: string;
  readonly expected: string;
  readonly received: string;
  readonly spec: string;
  readonly recording: string;
  /** A command to paste. */
  readonly reproduce: string;
  /** JSON path of the difference, for findings of replay. */
  readonly path?: string;
  /** Of a finding that fails still: the check that it fails. */
  readonly of?: string;
  /** `2/3`: seen in two of three runs, where it did not always show. */
  readonly seen?: string;
  readonly mutations?: readonly string[];
  /** How often the case was made smaller. */
  readonly shrinks?: number;
}

export interface Timeline {
  readonly check: string;
  readonly era: Era;
  readonly tool: string | null;
  readonly steps: readonly { readonly atMs: number; readonly text: string }[];
}
