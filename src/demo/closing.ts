/** The end of the demo: what a stranger should remember, where it is all written down, and what to try on a server of one's own. */
import path from 'node:path';
import { inert } from '../report/inert.js';
import { duration } from '../report/terminal/layout.js';
import type { Palette } from '../report/terminal/palette.js';
import type { Chapter } from './chapter.js';
import { INDENT, paragraph, table } from './text.js';

/** Paths as they are typed from here. */
export interface DemoFiles {
  readonly folder: string;
  readonly session: string;
  readonly audit: string;
}

export interface Closing {
  readonly chapters: readonly Chapter[];
  readonly files: DemoFiles;
  readonly durationMs: number;
}

const OWN = 'http://127.0.0.1:3000/mcp';

/** The first line of a paragraph marked, the others below its text. */
const item = (text: string, mark: string): string[] =>
  paragraph(text, `${INDENT}  `).map((line, i) =>
    i === 0 ? `${INDENT}${mark}${line.slice(INDENT.length + 1)}` : line,
  );

export function closing({ chapters, files, durationMs }: Closing, palette: Palette): string[] {
  const missing = chapters.flatMap((chapter) => (chapter.missing === undefined ? [] : [chapter.missing]));
  return [
    '',
    palette.heading('In short'),
    '',
    ...chapters.flatMap(({ summary }) => summary.flatMap((line) => item(line, '•'))),
    ...missing.flatMap((line) => item(`Could not be told: ${line}.`, '!')),
    '',
    palette.heading('The files'),
    '',
    ...paragraph(files.folder),
    ...table(
      [
        [path.basename(files.session), 'the traffic, to the byte, without credentials'],
        [path.basename(files.audit), 'one line for each request, the abandoned ones too'],
        ['probe-…, fuzz-…, replay-…', 'a folder for each run, with a recording for each finding'],
      ],
      `${INDENT}  `,
    ),
    '',
    INDENT + palette.command(`npx mcp-shakedown inspect ${inert(files.session)}`),
    '',
    palette.heading('Next, on your own server'),
    '',
    ...[
      `npx mcp-shakedown probe --target ${OWN}`,
      `npx mcp-shakedown record --target ${OWN} --port 4141`,
      `npx mcp-shakedown fuzz --target ${OWN} --runs 400`,
    ].map((command) => INDENT + palette.command(command)),
    '',
    palette.aside(`${duration(durationMs)}, ${missing.length === 0 ? 'the whole story' : 'not the whole story'}`),
  ];
}
