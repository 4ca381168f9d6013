/** The beginning of the text: what was tested, which revisions it speaks, who spoke which, and what each caller sees. */
import { ERAS } from '../../mcp/eras.js';
import { inert } from '../inert.js';
import type { Report } from '../report.js';
import { pad, widest, wrap } from './layout.js';
import type { Palette } from './palette.js';

const HOW = { pinned: 'pinned', auto: 'negotiated', default: 'left to the default', seen: 'as seen' } as const;

function clientLines({ clients }: Report): string[] {
  const names = clients.map(({ name, principal }) => inert(name === principal ? name : `${name} as ${principal}`));
  const width = widest(names);
  return clients.map(
    ({ era, version, how }, i) => `  ${pad(names[i] ?? '', width)}  ${pad(era, 6)}  ${inert(version)}  ${HOW[how]}`,
  );
}

function listLines({ lists }: Report, columns: number): string[] {
  const entries = Object.entries(lists);
  const width = widest(entries.map(([principal]) => inert(principal)));
  return entries.flatMap(([principal, byEra]) =>
    ERAS.flatMap((era) => {
      const tools = byEra[era];
      if (tools === undefined) return [];
      const indent = `  ${pad(inert(principal), width)}  ${pad(era, 6)}  `;
      const words =
        tools.length === 0 ? ['none'] : tools.map((tool, i) => inert(tool) + (i + 1 < tools.length ? ',' : ''));
      return wrap(words, columns, ' '.repeat(indent.length)).map((line, i) =>
        i === 0 ? indent + line.slice(indent.length) : line,
      );
    }),
  );
}

const section = (heading: string, lines: readonly string[], palette: Palette): string[] =>
  lines.length === 0 ? [] : [palette.heading(heading), ...lines, ''];

export function overview(report: Report, palette: Palette, columns: number): string[] {
  const { command, target, eras } = report;
  const spoken = ERAS.flatMap((era) => (eras[era] === undefined ? [] : [`${era} ${eras[era].map(inert).join(', ')}`]));
  return [
    palette.heading(`${command}  ${inert(target.url ?? target.command ?? '')}`),
    ...(spoken.length === 0 ? [] : [`${' '.repeat(command.length)}  speaks ${spoken.join(', ')}`]),
    '',
    ...section('Clients', clientLines(report), palette),
    ...section('Tools that each caller sees', listLines(report, columns), palette),
  ];
}
