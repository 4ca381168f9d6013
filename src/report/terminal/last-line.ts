/** How it ended, in a sentence where one is needed, and the line that everything else can be found by. */
import type { RunVerdict } from '../../engine/events.js';
import { inert } from '../inert.js';
import type { Report } from '../report.js';
import { duration, plural } from './layout.js';
import type { Palette } from './palette.js';
import { untestableCount } from './untestable.js';

export function verdictLines(verdict: RunVerdict, palette: Palette): string[] {
  switch (verdict.kind) {
    case 'tested':
      return [];
    case 'inconclusive':
      return [palette.warn(`Inconclusive: ${inert(verdict.reason)}`), ''];
    case 'unreachable':
      return [palette.bad(`Could not be reached: ${inert(verdict.reason)}`), ''];
    case 'interrupted':
      return [palette.warn('Interrupted: what was found until then stands above.'), ''];
  }
}

export function lastLine({ seed, summary, checks, findings, durationMs }: Report, palette: Palette): string {
  const graded = findings.filter(({ level }) => level !== 'divergence').length;
  return [
    `seed ${seed}`,
    ...(summary.cases === undefined ? [] : [plural(summary.cases, 'case')]),
    plural(summary.exchanges, 'exchange'),
    (graded > 0 ? palette.bad : palette.good)(plural(graded, 'finding')),
    `${untestableCount(checks)} not testable`,
    duration(durationMs),
  ].join('   ');
}
