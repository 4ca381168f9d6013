/** The report as JSON. Its own escapes make it inert: parsed again it is the same, printed it moves no cursor. */
import type { Report } from './report.js';

// JSON.stringify escapes the C0 controls and lone surrogates; these it leaves as they are.
const ACTIVE = /[\u007f-\u009f\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');

export const reportJson = (report: Report): string => `${JSON.stringify(report, null, 2).replace(ACTIVE, escaped)}\n`;
