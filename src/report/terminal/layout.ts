/** Columns and counts of plain text. Padding is done before colouring: escapes have a length and no width. */

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const characters = (text: string): number => Array.from(text).length;

export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - characters(text)));

export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(characters));

/** Seconds with one decimal; minutes and hours from there on: `9.8 s`, `12 min 4 s`, `8 h 2 min`. */
export function duration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  return hours === 0 ? `${minutes} min ${seconds % 60} s` : `${hours} h ${minutes % 60} min`;
}

/** Words laid into lines no wider than `width`, each after `indent`; a longer word has a line of its own. */
export function wrap(words: readonly string[], width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && characters(indent) + characters(longer) > width) {
      lines.push(indent + line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, indent + line];
}

/** 4, 7, 8, 9 as `#4, #7–9`. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const n of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && n <= last[1] + 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs.map(([from, to]) => (from === to ? `#${from}` : `#${from}–${to}`)).join(', ');
}
