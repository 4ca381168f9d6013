/** The report, version 1, as `--json` writes it. Names and shapes are part of the contract with other programs. */
import type { CheckRow, CheckStatus, Finding, Timeline } from '../case/finding.js';
import type { ClientSeen, ReplayCounts } from '../engine/events.js';
import type { FindingLevel, LayerName } from '../case/levels.js';
import type { Transport } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';

export interface Report {
  readonly format: 'mcp-shakedown/report';
  readonly version: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly command: 'probe' | 'fuzz' | 'replay';
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  readonly exitCode: number;
  readonly target: { readonly kind: Transport; readonly url?: string; readonly command?: string };
  readonly eras: Partial<Record<Era, readonly string[]>>;
  readonly clients: readonly ClientSeen[];
  readonly summary: {
    readonly exchanges: number;
    readonly findings: Readonly<Record<FindingLevel, number>>;
    readonly cases?: number;
    readonly replay?: ReplayCounts;
  };
  readonly layers: readonly {
    readonly name: LayerName;
    readonly verdict: CheckStatus;
    readonly checks: number;
    readonly failed: number;
  }[];
  readonly checks: readonly CheckRow[];
  readonly lists: Readonly<Record<string, Partial<Record<Era, readonly string[]>>>>;
  readonly timelines: readonly Timeline[];
  readonly notes: readonly { readonly check: string; readonly text: string }[];
  readonly audit?: string;
  readonly findings: readonly Finding[];
}
