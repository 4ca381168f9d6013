/** The checks by layer, one line each: what was answered, with status and JSON-RPC code judged apart. */
import type { CheckRow, CheckStatus } from '../../case/finding.js';
import { LAYERS } from '../../case/levels.js';
import { groupBy } from '../group-by.js';
import { clip, inert } from '../inert.js';
import { gravest } from '../totals.js';
import { checkLines, type CheckLine } from './check-lines.js';
import { pad, widest } from './layout.js';
import type { Palette } from './palette.js';

export interface CheckTableOptions {
  readonly palette: Palette;
  readonly columns: number;
  /** The claim of a check. */
  readonly titleOf: (id: string) => string | undefined;
  /** Whether a failed row makes the run red; what is graded down, or did not repeat, does not. */
  readonly isRed: (row: CheckRow) => boolean;
}

const MARKS: Readonly<Record<CheckStatus, string>> = {
  passed: '✓',
  failed: '✗',
  'not-testable': '–',
  'not-applicable': '·',
};

const TALLY: Readonly<Record<CheckStatus, string>> = {
  passed: 'passed',
  failed: 'failed',
  'not-testable': 'not testable',
  'not-applicable': 'not applicable',
};

const TOOLS_MAX = 3;
/** A note that is cut to less than this says nothing. */
const NOTE_CHARACTERS_MIN = 24;

const half = (text: string, isAllowed: boolean | undefined): string =>
  isAllowed === undefined ? text : `${text} ${isAllowed ? '✓' : '✗'}`;

/** `HTTP 400  -32020`; of a refused answer each half with its own mark. */
export function answerCell({ status, http, rpc, statusAllowed, codeAllowed }: CheckRow): string {
  const isFailed = status === 'failed';
  const code = rpc === null ? (isFailed && codeAllowed === false ? 'no code' : '') : String(rpc);
  const halves = [
    http === null ? '' : half(`HTTP ${http}`, isFailed ? statusAllowed : undefined),
    code === '' ? '' : half(code, isFailed ? codeAllowed : undefined),
  ];
  return halves.filter((text) => text !== '').join('  ');
}

function toolsOf({ tools }: CheckLine): string {
  const shown = [...tools].slice(0, TOOLS_MAX).join(', ');
  return tools.size > TOOLS_MAX ? `${shown} and ${tools.size - TOOLS_MAX} more` : shown;
}

function stateOf({ state }: CheckRow): string {
  if (state === undefined) return '';
  return state.same ? 'state unchanged' : `state ${inert(state.before)} → ${inert(state.after)}`;
}

/** A pass that is qualified says how; else the claim, where it fits whole. */
function remark({ status, reason, id }: CheckRow, room: number, titleOf: CheckTableOptions['titleOf']): string {
  if (status === 'passed' && reason !== '') return room < NOTE_CHARACTERS_MIN ? '' : clip(inert(reason), room);
  const title = inert(titleOf(id) ?? '');
  return Array.from(title).length <= room ? title : '';
}

/** How many checks, each by the gravest of its rows. */
function tally(rows: readonly CheckRow[]): string {
  const statuses = [...groupBy(rows, ({ id }) => id).values()].map((ofCheck) =>
    gravest(ofCheck.map(({ status }) => status)),
  );
  return (Object.keys(TALLY) as CheckStatus[])
    .map((status) => [statuses.filter((one) => one === status).length, TALLY[status]] as const)
    .flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []))
    .join(', ');
}

const paintOf = ({ palette, isRed }: CheckTableOptions, row: CheckRow): ((text: string) => string) => {
  if (row.status === 'failed') return isRed(row) ? palette.bad : palette.warn;
  return row.status === 'passed' ? palette.good : palette.aside;
};

interface Widths {
  readonly id: number;
  readonly cell: number;
}

const cellOf = (row: CheckRow): string => (row.status === 'not-testable' ? 'not testable' : answerCell(row));

function lineText(line: CheckLine, widths: Widths, options: CheckTableOptions): string {
  const { row, eras } = line;
  const era = eras.size > 1 ? 'both' : [...eras].join('');
  const start = `  ${MARKS[row.status]} ${pad(inert(row.id), widths.id)}  ${pad(era, 6)}  ${pad(cellOf(row), widths.cell)}`;
  const facts = [toolsOf(line), stateOf(row)].filter(Boolean).join('  ');
  const room = options.columns - Array.from(start).length - Array.from(facts).length - 4;
  const rest = [facts, remark(row, room, options.titleOf)].filter(Boolean).join('  ');
  const paint = paintOf(options, row);
  return rest === '' ? paint(start.trimEnd()) : `${paint(start)}  ${options.palette.aside(rest)}`;
}

/** The table; a layer of which nothing applies is one line. */
export function checkTable(rows: readonly CheckRow[], options: CheckTableOptions): string[] {
  const { palette } = options;
  const lines = checkLines(rows);
  const widths = {
    id: widest(lines.map(({ row }) => inert(row.id))),
    cell: widest(lines.map(({ row }) => cellOf(row))),
  };
  return LAYERS.flatMap((layer) => {
    const ofLayer = rows.filter((row) => row.layer === layer);
    if (ofLayer.length === 0) return [];
    const shown = lines.filter(({ row }) => row.layer === layer).map((line) => lineText(line, widths, options));
    return [`${palette.heading(pad(layer, 18))}  ${palette.aside(tally(ofLayer))}`, ...shown, ''];
  });
}
