/** How the chapters are laid out: an indent, columns, and lines that fit on a terminal of 100. */
import { clip, inert } from '../report/inert.js';
import { pad, widest, wrap } from '../report/terminal/layout.js';

export const COLUMNS = 100;
export const INDENT = '   ';

/** Words in lines, indented. */
export const paragraph = (text: string, indent = INDENT): string[] => wrap(inert(text).split(' '), COLUMNS, indent);

/** Rows in columns, each as wide as its widest cell; what does not fit is cut. */
export function table(rows: readonly (readonly string[])[], indent = INDENT): string[] {
  const cells = rows.map((row) => row.map(inert));
  const count = Math.max(0, ...cells.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, column) => widest(cells.map((row) => row[column] ?? '')));
  const line = (row: readonly string[]): string => row.map((cell, column) => pad(cell, widths[column] ?? 0)).join('  ');
  return cells.map((row) => clip((indent + line(row)).trimEnd(), COLUMNS));
}

/** A line of JSON as it is, broken after commas where it is too long for one line. */
export function jsonLines(json: string, indent: string): string[] {
  const parts = inert(json).split(/(?<=,)(?=")/);
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && indent.length + line.length + part.length > COLUMNS) {
      lines.push(indent + line);
      line = '';
    }
    line += part;
  }
  return [...lines, indent + line];
}
