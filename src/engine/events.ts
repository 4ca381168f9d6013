/**
 * The story of a run, as a stream of small typed events. Whatever shows a run (the terminal, the report in any of its
 * formats) is a listener of this one stream; the engine knows none of them.
 */
import type { CheckRow, Finding, Timeline } from '../case/finding.js';
import type { Evidence } from '../case/case.js';
import type { Exchange, Transport } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';

export interface ClientSeen {
  readonly name: string;
  readonly principal: string;
  readonly era: Era;
  readonly version: string;
  readonly how: 'pinned' | 'auto' | 'default' | 'seen';
}

export interface ReplayCounts {
  readonly recorded: number;
  readonly compared: number;
  readonly same: number;
  readonly changed: number;
  readonly fixed: number;
  readonly stillFailing: number;
  readonly unsafe: number;
  readonly skipped: number;
}

export type Command = 'probe' | 'fuzz' | 'replay';

export type EngineEvent =
  | {
      readonly type: 'run-started';
      readonly command: Command;
      readonly at: string;
      readonly seed: number;
      readonly target: { readonly kind: Transport; readonly name: string };
    }
  /** The revisions that the server was found to speak, after both eras were asked. */
  | { readonly type: 'eras-found'; readonly eras: Partial<Record<Era, readonly string[]>> }
  /** Which revision a client really spoke, with how it was chosen. */
  | { readonly type: 'client-seen'; readonly client: ClientSeen }
  | { readonly type: 'tools-listed'; readonly principal: string; readonly era: Era; readonly tools: readonly string[] }
  /** Every exchange that was made, in order; `n` counts them over the run. */
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  | { readonly type: 'check-started'; readonly id: string; readonly era: Era }
  | { readonly type: 'check-judged'; readonly row: CheckRow }
  | { readonly type: 'case-done'; readonly n: number; readonly of: number | null; readonly label: string }
  | {
      readonly type: 'shrunk';
      readonly check: string;
      readonly from: number;
      readonly to: number;
      readonly steps: number;
    }
  | { readonly type: 'timeline'; readonly timeline: Timeline }
  | { readonly type: 'note'; readonly check: string; readonly text: string }
  /** `evidence` is the smallest run that shows it, `control` the one that shows what is right. */
  | {
      readonly type: 'finding';
      readonly finding: Finding;
      readonly evidence: Evidence;
      readonly control: Evidence | undefined;
    }
  | { readonly type: 'replayed'; readonly counts: ReplayCounts }
  /** One recorded exchange that was left out, with the reason. */
  | { readonly type: 'left-out'; readonly n: number; readonly what: string; readonly reason: string }
  | { readonly type: 'run-finished'; readonly verdict: RunVerdict; readonly durationMs: number };

/**
 * How a run ended, before `--fail-on` is applied. interrupted: by a signal; unreachable: from the start;
 * inconclusive: nothing was really tested, and why; tested: all else.
 */
export type RunVerdict =
  | { readonly kind: 'tested' }
  | { readonly kind: 'inconclusive'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'interrupted' };

export type Listener = (event: EngineEvent) => void;
