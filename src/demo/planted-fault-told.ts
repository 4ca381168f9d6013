/** The planted fault in words: how it was found, how small it became, and how its replays ended. */
import type { ReplayCounts } from '../engine/events.js';
import { plural } from '../report/terminal/layout.js';
import type { Chapter, Telling } from './chapter.js';
import { seePlantedFault, type Found, type PlantedFault } from './planted-fault.js';
import { paragraph, table } from './text.js';

const TITLE = 'Does fuzzing find a fault that was planted?';

function ended(counts: ReplayCounts | undefined): string {
  if (!counts || counts.compared === 0) return 'nothing was compared';
  if (counts.stillFailing > 0) return 'still failing';
  return counts.fixed > 0 ? 'fixed' : 'compared, and neither failing nor fixed';
}

function rowsOf({ finding, titleCharacters, shrunk, withFault, withoutFault }: Found): string[][] {
  const title = titleCharacters === undefined ? '' : `, with a title of ${plural(titleCharacters, 'character')}`;
  const smaller = shrunk
    ? `${plural(finding.shrinks ?? 0, 'time')}: from ${shrunk.from} to ${shrunk.to} bytes${title}`
    : `not at all${title}`;
  return [
    ['Found', `${finding.title} (${finding.id}, ${finding.level})`],
    ['Sent', `${finding.tool ?? finding.check}: ${(finding.mutations ?? []).join(', ')}`],
    ['Expected', finding.expected],
    ['Received', finding.received],
    ['Shrunk', smaller],
    ['Replayed', `with the fault in:        ${ended(withFault)}`],
    ['', `with the fault taken out: ${ended(withoutFault)}`],
  ];
}

export function tellPlantedFault({ planted, seed, cases, exchanges, found }: PlantedFault): Chapter {
  const intro = paragraph(`Planted in a second server: ${planted}.`);
  const effort = `${plural(cases, 'generated case')}, ${plural(exchanges, 'exchange')}, seed ${seed}`;
  if (!found) {
    const missing = `${effort}: none showed the planted fault; another --seed may`;
    return { title: TITLE, lines: [...intro, ...paragraph(missing)], summary: [`Fuzzing: ${missing}.`], missing };
  }
  const [withFault, withoutFault] = [ended(found.withFault), ended(found.withoutFault)];
  const isTold = withFault === 'still failing' && withoutFault === 'fixed';
  return {
    title: TITLE,
    lines: [...intro, ...paragraph(`Fuzzed: ${effort}.`), '', ...table(rowsOf(found))],
    summary: [
      `A planted fault was found in ${plural(cases, 'case')} and recorded; its replay is ${withFault} with the fault in, ${withoutFault} with it out.`,
    ],
    ...(isTold ? {} : { missing: `the replays ended as ${withFault} and ${withoutFault}` }),
  };
}

export const plantedFaultChapter: Telling = async (stage) => tellPlantedFault(await seePlantedFault(stage));
