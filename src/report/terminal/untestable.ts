/** What could not be tested, by what would make it testable. It is as much a result as a pass is. */
import type { CheckRow } from '../../case/finding.js';
import { groupBy } from '../group-by.js';
import { inert } from '../inert.js';
import { wrap } from './layout.js';
import type { Palette } from './palette.js';

/** Checks by reason, the reason with the most checks first. */
function byReason(rows: readonly CheckRow[]): (readonly [reason: string, rows: readonly CheckRow[]])[] {
  const groups = groupBy(
    rows.filter(({ status }) => status === 'not-testable'),
    ({ reason }) => reason,
  );
  return [...groups].toSorted(([, one], [, two]) => two.length - one.length);
}

/** `cancel.late-write (create_draft, delete_draft; modern)`. */
function names(rows: readonly CheckRow[]): string[] {
  return [...groupBy(rows, ({ id }) => id)].map(([id, ofCheck]) => {
    const tools = [...new Set(ofCheck.flatMap(({ tool }) => (tool === null ? [] : [tool])))];
    return inert(tools.length === 0 ? id : `${id} (${tools.join(', ')})`);
  });
}

/** How many checks could not be tested, somewhere or at all. */
export const untestableCount = (rows: readonly CheckRow[]): number =>
  new Set(rows.flatMap(({ id, status }) => (status === 'not-testable' ? [id] : []))).size;

export function untestableBlock(rows: readonly CheckRow[], palette: Palette, columns: number): string[] {
  const groups = byReason(rows);
  if (groups.length === 0) return [];
  return [
    palette.heading(`Not testable (${untestableCount(rows)})`),
    ...groups.flatMap(([reason, ofReason]) => [
      `  ${inert(reason) || 'no reason was given'}`,
      ...wrap(
        names(ofReason).map((name, i, all) => (i + 1 < all.length ? `${name},` : name)),
        columns,
        '      ',
      ).map(palette.aside),
    ]),
    '',
  ];
}
