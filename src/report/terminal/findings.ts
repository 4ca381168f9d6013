/** Findings as a person reads them: the diagnosis, what was sent, what was right, what came, and how to see it again. */
import type { Finding } from '../../case/finding.js';
import { FINDING_LEVELS } from '../../case/levels.js';
import { groupBy } from '../group-by.js';
import { clip, inert } from '../inert.js';
import type { FindingDetail } from '../story.js';
import { pad, plural, widest } from './layout.js';
import type { Palette } from './palette.js';

export interface FindingsOptions {
  readonly palette: Palette;
  readonly columns: number;
  readonly details: ReadonlyMap<string, FindingDetail>;
  readonly isRed: (finding: Finding) => boolean;
}

const LABEL_WIDTH = 11;
/** A line to paste is useful up to here; a longer one is in the recording. */
const COMMAND_CHARACTERS = 1500;

/** The red ones first, then by level. */
export function ordered(findings: readonly Finding[], isRed: (finding: Finding) => boolean): Finding[] {
  const rank = (finding: Finding) =>
    (isRed(finding) ? 0 : FINDING_LEVELS.length) + FINDING_LEVELS.indexOf(finding.level);
  return findings.toSorted((one, two) => rank(one) - rank(two));
}

/** `flaky 2/3`, `unconfirmed`; nothing where it is sure. */
const doubt = ({ confidence, seen }: Finding): string =>
  confidence === 'confirmed' ? '' : [confidence, seen].filter(Boolean).join(' ');

/** Where it was seen: `modern over http, as writer`. */
const place = ({ era, transport, principal, mutations }: Finding): string =>
  [
    `${era} over ${transport}${principal === null ? '' : `, as ${inert(principal)}`}`,
    ...(mutations && mutations.length > 0 ? [inert(mutations.join(', '))] : []),
  ].join('   ');

function labelled(label: string, lines: readonly string[]): string[] {
  return lines.map((line, i) => `   ${pad(i === 0 ? label : '', LABEL_WIDTH)}${line}`);
}

function origin({ shrinks, recording, path }: Finding): string[] {
  return [
    ...(path === undefined ? [] : labelled('Path', [inert(path)])),
    ...(shrinks ? labelled('Shrunk', [plural(shrinks, 'time')]) : []),
    ...(recording === '' ? [] : labelled('Recording', [inert(recording)])),
  ];
}

/** The same fault in the other era, or for another caller: one block, and a line for each of the others. */
const sameFault = ({ check, level, confidence, seen, tool, title, received }: Finding): string =>
  JSON.stringify([check, level, confidence, seen, tool, title, received]);

const alsoLines = (others: readonly Finding[]): string[] =>
  labelled(
    'Also',
    others.map((other) => `${place(other)}   ${other.id}`),
  );

/** One finding with its number, and those that tell the same fault elsewhere. */
function findingBlock(
  finding: Finding,
  others: readonly Finding[],
  number: number,
  options: FindingsOptions,
): string[] {
  const { palette, details, isRed } = options;
  const detail = details.get(finding.id);
  const paint = isRed(finding) ? palette.bad : palette.warn;
  const who = finding.tool ?? finding.check;
  const grade = [finding.level.toUpperCase(), doubt(finding)].filter(Boolean).join('  ');
  const command = detail?.command === undefined || detail.command.length > COMMAND_CHARACTERS ? [] : [detail.command];
  return [
    `${number}. ${palette.heading(inert(who))}  ${inert(finding.title)}   ${finding.id}  ${paint(grade)}`,
    `   ${palette.aside(`${inert(finding.check)}   ${place(finding)}`)}`,
    '',
    ...labelled(
      'Sent',
      (detail?.sent ?? []).map((line) => clip(line, 400)),
    ),
    ...labelled('Expected', [inert(finding.expected)]),
    ...labelled('Received', [inert(finding.received)]),
    '',
    ...alsoLines(others),
    ...labelled('Spec', finding.spec === '' ? [] : [inert(finding.spec)]),
    ...origin(finding),
    '',
    ...labelled('Reproduce', [inert(finding.reproduce), ...command.map(inert)].map(palette.command)),
    '',
  ];
}

/** Findings that are no fault of this server alone, a line each. */
function divergences(findings: readonly Finding[], palette: Palette): string[] {
  if (findings.length === 0) return [];
  const width = widest(findings.map(({ check }) => check));
  const lines = findings.map(
    ({ check, era, title, id }) => `  ${pad(inert(check), width)}  ${pad(era, 6)}  ${inert(title)}   ${id}`,
  );
  return [palette.heading(`Differs from the text, and is not counted (${findings.length})`), ...lines, ''];
}

export function findingBlocks(findings: readonly Finding[], options: FindingsOptions): string[] {
  const graded = ordered(
    findings.filter(({ level }) => level !== 'divergence'),
    options.isRed,
  );
  return [
    ...[...groupBy(graded, sameFault).values()].flatMap(([first, ...others], i) =>
      first === undefined ? [] : findingBlock(first, others, i + 1, options),
    ),
    ...divergences(
      findings.filter(({ level }) => level === 'divergence'),
      options.palette,
    ),
  ];
}
