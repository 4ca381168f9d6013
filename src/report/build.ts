/**
 * Folds the events of a run into its story. The report's names and numbers are part of the contract with other
 * programs: `summary.findings` counts the entries of `findings`, `layers[].checks` the entries of `checks`.
 */
import type { CheckRow, Finding, Timeline } from '../case/finding.js';
import type { Level } from '../case/levels.js';
import type { ClientSeen, EngineEvent, Listener, ReplayCounts, RunVerdict } from '../engine/events.js';
import type { Era } from '../mcp/eras.js';
import { TOOL } from '../version.js';
import { describeSent } from './describe-sent.js';
import { exitCodeOf } from './exit-code.js';
import { masked, maskedEvidence, type MaskText } from './masked.js';
import type { Report } from './report.js';
import { reproduceWithoutUs } from './reproduce.js';
import type { FindingDetail, LeftOut, Story } from './story.js';
import { gravest, layersOf, levelCounts } from './totals.js';
import { withoutUserinfo } from './without-userinfo.js';

export interface BuildOptions {
  readonly failOn: Level;
  /** Path of the audit file, where the run wrote one. */
  readonly audit?: string;
  /** Headers that carry a principal's credentials. */
  readonly secretHeaders?: readonly string[];
  /** Masks known secrets in any text that leaves the program. */
  readonly mask?: MaskText;
}

type Started = Extract<EngineEvent, { type: 'run-started' }>;

const rowKey = ({ id, era, transport, principal, tool }: CheckRow): string =>
  JSON.stringify([id, era, transport, principal, tool]);

export class ReportBuilder {
  readonly #options: BuildOptions;
  #started: Started | undefined;
  #finished: { readonly verdict: RunVerdict; readonly durationMs: number } | undefined;
  #eras: Partial<Record<Era, readonly string[]>> = {};
  #exchanges = 0;
  #cases = 0;
  #replay: ReplayCounts | undefined;
  readonly #clients = new Map<string, ClientSeen>();
  readonly #lists = new Map<string, Partial<Record<Era, readonly string[]>>>();
  readonly #rows = new Map<string, CheckRow>();
  readonly #timelines = new Map<string, Timeline>();
  readonly #notes = new Map<string, { readonly check: string; readonly text: string }>();
  readonly #findings = new Map<string, Finding>();
  readonly #details = new Map<string, FindingDetail>();
  readonly #leftOut: LeftOut[] = [];

  constructor(options: BuildOptions) {
    this.#options = options;
  }

  readonly listen: Listener = (event) => {
    switch (event.type) {
      case 'run-started':
        this.#started = event;
        return;
      case 'eras-found':
        this.#eras = event.eras;
        return;
      case 'client-seen':
        this.#clients.set(JSON.stringify(Object.values(event.client)), event.client);
        return;
      case 'tools-listed':
        this.#lists.set(event.principal, { ...this.#lists.get(event.principal), [event.era]: event.tools });
        return;
      case 'exchange':
        this.#exchanges++;
        return;
      case 'check-judged':
        this.#addRow(event.row);
        return;
      case 'case-done':
        this.#cases++;
        return;
      case 'timeline': {
        const { check, era, tool } = event.timeline;
        this.#timelines.set(JSON.stringify([check, era, tool]), event.timeline);
        return;
      }
      case 'note':
        this.#notes.set(JSON.stringify([event.check, event.text]), { check: event.check, text: event.text });
        return;
      case 'finding':
        this.#addFinding(event);
        return;
      case 'replayed':
        this.#replay = event.counts;
        return;
      case 'left-out':
        this.#leftOut.push({ n: event.n, what: event.what, reason: event.reason });
        return;
      case 'run-finished':
        this.#finished = event;
        return;
      case 'check-started':
      case 'shrunk':
        return;
    }
  };

  /** The story so far; a run that has not finished was interrupted. */
  story(): Story {
    const verdict = this.#finished?.verdict ?? { kind: 'interrupted' };
    const story = { report: this.#report(verdict), verdict, details: this.#details, leftOut: this.#leftOut };
    const { mask } = this.#options;
    if (mask === undefined) return story;
    const details = [...this.#details].map(([id, detail]) => [id, masked(detail, mask)] as const);
    return { ...masked({ report: story.report, verdict, leftOut: story.leftOut }, mask), details: new Map(details) };
  }

  /** A check that was tried in several ways on the same subject is one row: the gravest of them. */
  #addRow(row: CheckRow): void {
    const key = rowKey(row);
    const before = this.#rows.get(key);
    if (before === undefined || gravest([before.status, row.status]) !== before.status) this.#rows.set(key, row);
  }

  #addFinding({ finding, evidence, control }: Extract<EngineEvent, { type: 'finding' }>): void {
    const { mask = (text) => text, secretHeaders = [] } = this.#options;
    const seen = maskedEvidence(evidence, mask);
    const sent = describeSent(seen, control && maskedEvidence(control, mask));
    const command = reproduceWithoutUs(seen, { target: this.#started?.target.name ?? '', secretHeaders });
    this.#findings.set(finding.id, finding);
    this.#details.set(finding.id, { sent, ...(command === undefined ? {} : { command }) });
  }

  #report(verdict: RunVerdict): Report {
    const findings = [...this.#findings.values()];
    const checks = [...this.#rows.values()];
    const { failOn, audit } = this.#options;
    return {
      format: 'mcp-shakedown/report',
      version: 1,
      tool: TOOL,
      command: this.#started?.command ?? 'probe',
      startedAt: this.#started?.at ?? '',
      durationMs: Math.round(this.#finished?.durationMs ?? 0),
      seed: this.#started?.seed ?? 0,
      exitCode: exitCodeOf(verdict, findings, failOn),
      target: this.#target(),
      eras: this.#eras,
      clients: [...this.#clients.values()],
      summary: this.#summary(findings),
      layers: layersOf(checks),
      checks,
      lists: Object.fromEntries(this.#lists),
      timelines: [...this.#timelines.values()],
      notes: [...this.#notes.values()],
      ...(audit === undefined ? {} : { audit }),
      findings,
    };
  }

  #target(): Report['target'] {
    const { kind, name } = this.#started?.target ?? { kind: 'http', name: '' };
    return kind === 'http' ? { kind, url: withoutUserinfo(name) } : { kind, command: name };
  }

  #summary(findings: readonly Finding[]): Report['summary'] {
    return {
      exchanges: this.#exchanges,
      findings: levelCounts(findings),
      ...(this.#cases > 0 ? { cases: this.#cases } : {}),
      ...(this.#replay === undefined ? {} : { replay: this.#replay }),
    };
  }
}

/** The story of events that are all there. */
export function buildStory(events: Iterable<EngineEvent>, options: BuildOptions): Story {
  const builder = new ReportBuilder(options);
  for (const event of events) builder.listen(event);
  return builder.story();
}
