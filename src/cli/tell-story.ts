/** Tells a finished run as its flags ask for it: text or JSON on stdout, a report in a file, and the exit code. */
import { CHECKS } from '../checks/list.js';
import { reportJson } from '../report/json.js';
import type { Story } from '../report/story.js';
import { palette, wantsColour } from '../report/terminal/palette.js';
import { terminalText } from '../report/terminal/terminal.js';
import { writeOut } from '../report/write-out.js';
import type { RunFlags } from './options.js';

/** Of a pipe, or a terminal that does not say. */
const COLUMNS_DEFAULT = 100;

/** The run as text for this process's stdout. */
export const storyText = (story: Story, { failOn, color }: Pick<RunFlags, 'failOn' | 'color'>): string =>
  terminalText(story, {
    palette: palette(wantsColour(process.stdout, process.env, !color)),
    failOn,
    columns: process.stdout.columns ?? COLUMNS_DEFAULT,
    titleOf: (id) => CHECKS.find((check) => check.id === id)?.title,
  });

export async function tellStory(story: Story, flags: RunFlags): Promise<void> {
  if (flags.json !== '-') process.stdout.write(storyText(story, flags));
  if (flags.json !== undefined) await writeOut(flags.json, reportJson(story.report), 'the report', process.stdout);
  process.exitCode = story.report.exitCode;
}
