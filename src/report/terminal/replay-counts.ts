/** What a replay compared, and by number what it left out: a replay that compared little says so in its first line. */
import type { ReplayCounts } from '../../engine/events.js';
import { groupBy } from '../group-by.js';
import { inert } from '../inert.js';
import type { LeftOut } from '../story.js';
import { pad, plural, ranges, widest } from './layout.js';
import type { Palette } from './palette.js';

function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const groups = [...groupBy(leftOut, ({ what, reason }) => JSON.stringify([what, reason])).values()];
  const lines = groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [{ what: inert(first.what), numbers: ranges(group.map(({ n }) => n)), reason: inert(first.reason) }];
  });
  const [whatWidth, numbersWidth] = [
    widest(lines.map(({ what }) => what)),
    Math.min(24, widest(lines.map(({ numbers }) => numbers))),
  ];
  return lines.map(
    ({ what, numbers, reason }) => `  ${pad(what, whatWidth)}  ${pad(numbers, numbersWidth)}  ${reason}`,
  );
}

export function replayBlock(counts: ReplayCounts | undefined, leftOut: readonly LeftOut[], palette: Palette): string[] {
  if (counts === undefined) return [];
  const { recorded, compared, same, changed, fixed, stillFailing, unsafe, skipped } = counts;
  const parts = [
    [same, 'same', palette.good],
    [changed, 'changed', palette.bad],
    [fixed, 'fixed', palette.good],
    [stillFailing, 'still failing', palette.bad],
  ] as const;
  const verdicts = parts.map(([count, word, paint]) =>
    count > 0 ? paint(`${count} ${word}`) : palette.aside(`0 ${word}`),
  );
  const not = [unsafe > 0 ? `${unsafe} unsafe` : '', skipped > 0 ? `${skipped} skipped` : ''].filter(Boolean);
  return [
    `${palette.heading(`${compared} of ${plural(recorded, 'recorded exchange')} compared`)}   ${verdicts.join('   ')}`,
    ...(not.length > 0 || leftOut.length > 0
      ? [
          '',
          palette.heading(`Left out (${unsafe + skipped}${not.length > 0 ? `: ${not.join(', ')}` : ''})`),
          ...leftOutLines(leftOut),
        ]
      : []),
    '',
  ];
}
