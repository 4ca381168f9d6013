/** Rows of the report as lines for a person: what came to the same, in several eras or for several tools, is one line. */
import type { CheckRow } from '../../case/finding.js';
import { groupBy } from '../group-by.js';
import { inert } from '../inert.js';

export interface CheckLine {
  readonly row: CheckRow;
  readonly eras: ReadonlySet<string>;
  /** Names, made inert. */
  readonly tools: ReadonlySet<string>;
}

function sameness({ id, status, http, rpc, statusAllowed, codeAllowed, state, reason }: CheckRow): string {
  if (status === 'not-testable') return JSON.stringify([id, status]);
  return JSON.stringify([id, status, http, rpc, statusAllowed, codeAllowed, state, reason]);
}

/** A pass that has nothing to show stands in the line of one that has. */
const isBare = ({ status, http, rpc, state, reason }: CheckRow): boolean =>
  status === 'passed' && http === null && rpc === null && state === undefined && reason === '';

function linesOfCheck(rows: readonly CheckRow[]): CheckLine[] {
  const stands = rows.find((row) => row.status === 'passed' && row.reason === '' && !isBare(row));
  const groups = groupBy(rows, (row) => sameness(isBare(row) && stands ? stands : row));
  return [...groups.values()].flatMap((group) => {
    const row = group.find((one) => !isBare(one)) ?? group[0];
    if (row === undefined) return [];
    const tools = group.flatMap(({ tool }) => (tool === null ? [] : [inert(tool)]));
    return [{ row, eras: new Set(group.map(({ era }) => era)), tools: new Set(tools) }];
  });
}

/** The lines, those of a check together. What does not apply has none. */
export function checkLines(rows: readonly CheckRow[]): CheckLine[] {
  const applying = rows.filter(({ status }) => status !== 'not-applicable');
  return [...groupBy(applying, ({ id }) => id).values()].flatMap(linesOfCheck);
}
