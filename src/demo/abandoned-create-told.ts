/** The abandoned creates in words: what each era left behind, with its wire timeline and its line of the audit. */
import { seeAbandonedCreates, type Abandoned } from './abandoned-create.js';
import type { Chapter, Telling } from './chapter.js';
import { plural } from '../report/terminal/layout.js';
import { INDENT, jsonLines, paragraph, table } from './text.js';

const extraOf = ({ before, after }: Abandoned): number => after.drafts.length - before.drafts.length;

/** `leaves a draft`, `leaves none`: by the storage alone. */
function leftBehind(one: Abandoned): string {
  const extra = extraOf(one);
  if (!one.inTime) return 'proves nothing: this machine was too busy for the client to give up in time';
  return extra === 0 ? 'leaves none' : extra === 1 ? 'leaves a draft' : `leaves ${plural(extra, 'draft')}`;
}

function told(one: Abandoned): string[] {
  const times = one.moments.map(({ atMs, text }) => [`${Math.round(atMs)} ms`.padStart(8), text]);
  const again = one.attempts > 1 ? ` (attempt ${one.attempts})` : '';
  return [
    `${INDENT}${one.era}: ${leftBehind(one)}${again}`,
    ...table(times),
    ...(one.audit === undefined ? [`${INDENT}the audit has no line for it`] : jsonLines(one.audit, `${INDENT}  `)),
    '',
  ];
}

export function tellAbandonedCreates(seen: readonly Abandoned[]): Chapter {
  const [first] = seen;
  const isMissing = seen.filter(({ inTime }) => !inTime).map(({ era }) => era);
  return {
    title: 'Does it stop writing when the caller gives up?',
    lines: [
      ...paragraph(
        `The official client calls create_draft, which takes its time, and gives up after ${first?.patienceMs ?? 0} ms.`,
      ),
      '',
      ...seen.flatMap(told).slice(0, -1),
    ],
    summary: [
      `A create given up after ${first?.patienceMs ?? 0} ms: ${seen.map((one) => `${one.era} ${leftBehind(one)}`).join(', ')}.`,
    ],
    ...(isMissing.length > 0 ? { missing: `the client could not give up in time (${isMissing.join(', ')})` } : {}),
  };
}

export const abandonedCreateChapter: Telling = async (stage) => tellAbandonedCreates(await seeAbandonedCreates(stage));
