/** The checks by layer, one line each: what was answered, with status and JSON-RPC code judged apart. */
import type { CheckRow, CheckStatus } from '../../case/finding.js';
import { LAYERS } from '../../case/levels.js';
import { groupBy } from '../group-by.js';
import { clip, inert } from '../inert.js';
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

/** Rows of one check that came to the same. */
interface Line {
  readonly row: CheckRow;
  readonly eras: ReadonlySet<string>;
  readonly tools: ReadonlySet<string>;
}

const MARKS: Readonly<Record<CheckStatus, string>> = {
  passed: '✓',
  failed: '✗',
  'not-testable': '–',
  'not-applicable': '·',
};

const TOOLS_MAX = 3;
/** A claim that is cut to less than this says nothing. */
const TITLE_CHARACTERS_MIN = 24;

const sameness = ({ id, status, http, rpc, statusAllowed, codeAllowed, state }: CheckRow): string =>
  JSON.stringify(status === 'not-testable' ? [id, status] : [id, status, http, rpc, statusAllowed, codeAllowed, state]);

function linesOf(rows: readonly CheckRow[]): Line[] {
  const lines = new Map<string, { row: CheckRow; eras: Set<string>; tools: Set<string> }>();
  for (const row of rows) {
    const key = sameness(row);
    const line = lines.get(key) ?? { row, eras: new Set<string>(), tools: new Set<string>() };
    line.eras.add(row.era);
    if (row.tool !== null) line.tools.add(inert(row.tool));
    lines.set(key, line);
  }
  // A check's lines stand together, where its first one stood.
  return [...groupBy([...lines.values()], ({ row }) => row.id).values()].flat();
}

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

/** The tools that these rows are about, where they are about tools. */
function toolsOf({ tools }: Line): string {
  const shown = [...tools].slice(0, TOOLS_MAX).join(', ');
  return tools.size > TOOLS_MAX ? `${shown} and ${tools.size - TOOLS_MAX} more` : shown;
}

function stateOf({ state }: CheckRow): string {
  if (state === undefined) return '';
  return state.same ? 'state unchanged' : `state ${inert(state.before)} → ${inert(state.after)}`;
}

const tally = (rows: readonly CheckRow[]): string => {
  const count = (status: CheckStatus) => rows.filter((row) => row.status === status).length;
  const words = {
    passed: 'passed',
    failed: 'failed',
    'not-testable': 'not testable',
    'not-applicable': 'not applicable',
  };
  return (Object.keys(words) as CheckStatus[])
    .flatMap((status) => (count(status) > 0 ? [`${count(status)} ${words[status]}`] : []))
    .join(', ');
};

const erasOf = ({ eras }: Line): string => (eras.size > 1 ? 'both' : [...eras].join(''));

/** The table; a layer of which nothing applies is one line. */
export function checkTable(rows: readonly CheckRow[], options: CheckTableOptions): string[] {
  const { palette, columns, titleOf, isRed } = options;
  const shown = LAYERS.map((layer) => ({ layer, rows: rows.filter((row) => row.layer === layer) }));
  const lines = linesOf(rows.filter(({ status }) => status !== 'not-applicable'));
  const idWidth = widest(lines.map(({ row }) => inert(row.id)));
  const cellWidth = widest(lines.map(({ row }) => answerCell(row)));
  const paint = (row: CheckRow) => {
    if (row.status === 'failed') return isRed(row) ? palette.bad : palette.warn;
    return row.status === 'passed' ? palette.good : palette.aside;
  };
  const lineText = (line: Line) => {
    const { row } = line;
    const cell = row.status === 'not-testable' ? 'not testable' : answerCell(row);
    const start = `  ${MARKS[row.status]} ${pad(inert(row.id), idWidth)}  ${pad(erasOf(line), 6)}  ${pad(cell, cellWidth)}`;
    const facts = [toolsOf(line), stateOf(row)].filter(Boolean).join('  ');
    const room = columns - Array.from(start).length - Array.from(facts).length - 4;
    const title = room < TITLE_CHARACTERS_MIN ? '' : clip(inert(titleOf(row.id) ?? ''), room);
    const rest = [facts, title].filter(Boolean).join('  ');
    return rest === '' ? paint(row)(start.trimEnd()) : `${paint(row)(start)}  ${palette.aside(rest)}`;
  };
  return shown.flatMap(({ layer, rows: ofLayer }) => {
    if (ofLayer.length === 0) return [];
    const head = `${palette.heading(pad(layer, 18))}  ${palette.aside(tally(ofLayer))}`;
    return [head, ...lines.filter(({ row }) => row.layer === layer).map(lineText), ''];
  });
}
