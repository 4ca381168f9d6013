/** The known word that a mistyped one most likely meant. */

/** How many single-character edits (insert, delete, replace, swap of neighbours) lie between two words. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, i) => i)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1), swap));
    }
  }
  return at(a.length, b.length);
}

/** The nearest of the known words, ignoring case; undefined where there are none. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const asked = word.toLowerCase();
  return known
    .map((one) => ({ one, edits: distance(asked, one.toLowerCase()) }))
    .toSorted((a, b) => a.edits - b.edits)
    .at(0)?.one;
}

/** The nearest word where it is near enough to be meant: no more than about a third of it is different. */
export function meant(word: string, known: readonly string[]): string | undefined {
  const found = nearest(word, known);
  return found !== undefined &&
    distance(word.toLowerCase(), found.toLowerCase()) <= Math.max(2, Math.floor(word.length / 3))
    ? found
    : undefined;
}
