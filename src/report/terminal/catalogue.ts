/** The catalogue for a terminal: all checks in a table, or one in full. */
import { NEEDS, SAFETY_WORDS } from '../../checks/needs.js';
import type { Check } from '../../checks/check.js';
import { LAYERS } from '../../case/levels.js';
import { pad, plural, widest, wrap } from './layout.js';
import type { Palette } from './palette.js';

const either = (values: readonly string[]): string => (values.length > 1 ? 'both' : values.join(''));

/** A line a check, by layer. */
export function catalogueText(checks: readonly Check[], palette: Palette): string {
  const [idWidth, levelWidth] = [widest(checks.map(({ id }) => id)), widest(checks.map(({ level }) => level))];
  const line = ({ id, level, eras, transports, title, needs }: Check) =>
    [
      `  ${pad(id, idWidth)}  ${pad(level, levelWidth)}  ${pad(either(eras), 6)}  ${pad(either(transports), 5)}  ${title}`,
      needs.length === 0 ? '' : palette.aside(`(needs ${needs.join(', ')})`),
    ]
      .filter(Boolean)
      .join('  ');
  const layers = LAYERS.flatMap((layer) => {
    const lines = checks.filter((check) => check.layer === layer).map(line);
    return lines.length === 0 ? [] : [palette.heading(layer), ...lines, ''];
  });
  return `${[...layers, `${plural(checks.length, 'check')}. mcp-shakedown explain ID tells what one sends, what is right, and why.`].join('\n')}\n`;
}

const LABEL_WIDTH = 10;

function labelled(label: string, text: string, columns: number): string[] {
  const indent = ' '.repeat(2 + LABEL_WIDTH);
  return wrap(text.split(' '), columns, indent).map((line, i) =>
    i === 0 ? `  ${pad(label, LABEL_WIDTH)}${line.slice(indent.length)}` : line,
  );
}

/** One check: what is sent, what is right, why, and what it needs to be given. */
export function explanationText(check: Check, palette: Palette, columns: number): string {
  const { id, title, level, layer, kind, eras, transports, source, needs, safety, explain } = check;
  const needLines = needs.flatMap((need, i) => {
    const { words, keys } = NEEDS[need];
    return labelled(i === 0 ? 'Needs' : '', `${words}: ${keys.join(', ')}`, columns);
  });
  const lines = [
    `${palette.heading(id)}   ${level.toUpperCase()}`,
    `A correct server ${title}.`,
    '',
    ...labelled('Sent', explain.sends, columns),
    ...labelled('Right', explain.right, columns),
    ...labelled('Why', explain.why, columns),
    '',
    ...labelled('Where', `${eras.join(' and ')} era, over ${transports.join(' and ')}; layer ${layer}`, columns),
    ...labelled('Claim', kind === 'protocol' ? 'what the specification says' : 'what the caller is left with', columns),
    ...labelled('Safety', SAFETY_WORDS[safety], columns),
    ...labelled('Source', source, columns),
    ...(needLines.length > 0 ? needLines : labelled('Needs', 'nothing', columns)),
  ];
  return `${lines.join('\n')}\n`;
}
