/** Wire timelines, the eras side by side where there is room: the same act, and what became of it in each. */
import type { Timeline } from '../../case/finding.js';
import { ERAS } from '../../mcp/eras.js';
import { groupBy } from '../group-by.js';
import { inert } from '../inert.js';
import { pad, widest } from './layout.js';
import type { Palette } from './palette.js';

const GAP = '    ';

function columnOf({ era, check, steps }: Timeline): string[] {
  const times = steps.map(({ atMs }) => `${Math.round(atMs)} ms`);
  const width = widest(times);
  return [
    `${era}   ${inert(check)}`,
    ...steps.map(({ text }, i) => `${(times[i] ?? '').padStart(width)}  ${inert(text)}`),
  ];
}

/** Columns beside each other; they end where the longest does. */
function beside(columns: readonly (readonly string[])[]): string[] {
  const height = Math.max(...columns.map((column) => column.length));
  const widths = columns.map(widest);
  return Array.from({ length: height }, (_, row) =>
    columns
      .map((column, i) => pad(column[row] ?? '', widths[i] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** The timelines of one tool, in the order of the eras. */
function group(timelines: readonly Timeline[], columns: number): string[] {
  const texts = timelines.toSorted((one, two) => ERAS.indexOf(one.era) - ERAS.indexOf(two.era)).map(columnOf);
  const total = texts.reduce((sum, text) => sum + widest(text), 2 + GAP.length * (texts.length - 1));
  const lines = total <= columns ? beside(texts) : texts.flatMap((text, i) => (i === 0 ? text : ['', ...text]));
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

export function timelinesBlock(timelines: readonly Timeline[], palette: Palette, columns: number): string[] {
  return [...groupBy(timelines, ({ tool }) => tool)].flatMap(([tool, ofTool]) => [
    palette.heading(tool === null ? 'On the wire' : `On the wire: ${inert(tool)}`),
    ...group(ofTool, columns),
    '',
  ]);
}
