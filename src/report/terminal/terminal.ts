/** A run as text for a person: probe, fuzz and replay alike; a section that has nothing to say is left out. */
import type { CheckRow, Finding } from '../../case/finding.js';
import type { Level } from '../../case/levels.js';
import { counts } from '../exit-code.js';
import { inert } from '../inert.js';
import type { Report } from '../report.js';
import type { Story } from '../story.js';
import { checkTable } from './check-table.js';
import { findingBlocks } from './findings.js';
import { lastLine, verdictLines } from './last-line.js';
import { pad, widest } from './layout.js';
import { overview } from './overview.js';
import type { Palette } from './palette.js';
import { replayBlock } from './replay-counts.js';
import { timelinesBlock } from './timelines.js';
import { untestableBlock } from './untestable.js';

export interface TerminalOptions {
  readonly palette: Palette;
  readonly failOn: Level;
  /** Width of the terminal; what does not fit is cut or wrapped. */
  readonly columns: number;
  /** The claim of a check, shown beside its line. */
  readonly titleOf?: (id: string) => string | undefined;
}

/** A failed row is red where a finding that counts belongs to it. */
const rowIsRed =
  ({ findings }: Report, failOn: Level) =>
  (row: CheckRow): boolean =>
    findings.some(
      (finding) =>
        finding.check === row.id && finding.era === row.era && finding.tool === row.tool && counts(finding, failOn),
    );

function notesBlock({ notes }: Report, palette: Palette): string[] {
  if (notes.length === 0) return [];
  const width = widest(notes.map(({ check }) => inert(check)));
  const lines = notes.map(({ check, text }) => `  ${pad(inert(check), width)}  ${inert(text)}`);
  return [palette.heading(`Notes (${notes.length})`), ...lines, ''];
}

/** The text, with its last line feed. */
export function terminalText({ report, verdict, details, leftOut }: Story, options: TerminalOptions): string {
  const { palette, failOn, columns, titleOf = () => undefined } = options;
  const isRed = (finding: Finding) => counts(finding, failOn);
  const lines = [
    ...overview(report, palette, columns),
    ...checkTable(report.checks, { palette, columns, titleOf, isRed: rowIsRed(report, failOn) }),
    ...timelinesBlock(report.timelines, palette, columns),
    ...replayBlock(report.summary.replay, leftOut, palette),
    ...findingBlocks(report.findings, { palette, columns, details, isRed }),
    ...untestableBlock(report.checks, palette, columns),
    ...notesBlock(report, palette),
    ...verdictLines(verdict, palette),
    lastLine(report, palette),
  ];
  return `${lines.join('\n')}\n`;
}
