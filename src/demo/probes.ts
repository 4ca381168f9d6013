/** Hand-built requests, each wrong in one place: what the server answered, HTTP status and JSON-RPC code judged apart. */
import { probe } from '../engine/probe.js';
import type { CheckRow } from '../case/finding.js';
import { plural } from '../report/terminal/layout.js';
import type { Chapter, Telling } from './chapter.js';
import type { Stage } from './stage.js';
import { paragraph, table } from './text.js';

/** One for each way in which envelope, headers and versions can disagree, with what is sent. */
const BOTH_ERAS: Readonly<Record<string, string>> = {
  'version.unknown-legacy': 'initialize asking for 2099-01-01',
  'discover.required': 'server/discover, all in order',
  'envelope.meta-missing': 'a request without _meta',
  'version.unknown-modern': 'version 2099-01-01',
  'header.version-mismatch': 'header and body: two versions',
  'header.name-mismatch': 'Mcp-Name of another tool',
  'tools.unknown-tool': 'a tool that does not exist',
};
/** Means something only where the owner says that the server is modern alone. */
const MODERN_ONLY: Readonly<Record<string, string>> = {
  'version.initialize-on-modern-only': 'initialize, to modern only',
};
const SENT = { ...BOTH_ERAS, ...MODERN_ONLY };

export interface ProbesSeen {
  readonly rows: readonly CheckRow[];
  readonly exchanges: number;
}

export async function seeProbes(stage: Stage): Promise<ProbesSeen> {
  const both = await stage.run({
    command: 'probe',
    config: stage.configFor(stage.server, { eras: ['legacy', 'modern'] }),
    work: probe,
    checks: Object.keys(BOTH_ERAS),
  });
  const modernOnly = await stage.another({ eras: 'modern' });
  const one = await stage.run({
    command: 'probe',
    config: stage.configFor(modernOnly, { eras: ['modern'] }),
    work: probe,
    checks: Object.keys(MODERN_ONLY),
  });
  const reports = [both.report, one.report];
  return {
    rows: reports.flatMap(({ checks }) => checks).filter(({ status }) => status !== 'not-applicable'),
    exchanges: reports.reduce((sum, { summary }) => sum + summary.exchanges, 0),
  };
}

/** One half of an answer with its own mark; a row that is neither passed nor failed has none. */
function half(text: string, { status }: CheckRow, isAllowed: boolean | undefined): string {
  if (text === '' || (status !== 'passed' && status !== 'failed')) return text;
  return `${text} ${(isAllowed ?? status === 'passed') ? '✓' : '✗'}`;
}

const STATUS_WORDS = { passed: '✓', failed: '✗', 'not-testable': '–', 'not-applicable': '·' } as const;

const cellsOf = (row: CheckRow): string[] => [
  STATUS_WORDS[row.status],
  row.id,
  row.era,
  half(row.http === null ? '' : String(row.http), row, row.statusAllowed),
  half(row.rpc === null ? '' : String(row.rpc), row, row.codeAllowed),
  row.status === 'not-testable' ? row.reason : (SENT[row.id] ?? ''),
];

export function tellProbes({ rows, exchanges }: ProbesSeen): Chapter {
  const passed = rows.filter(({ status }) => status === 'passed').length;
  const failed = rows.filter(({ status }) => status === 'failed').length;
  const left = rows.length - passed - failed;
  const rest = [...(failed > 0 ? [`${failed} failed`] : []), ...(left > 0 ? [`${left} could not be judged`] : [])];
  return {
    title: 'Does it refuse what is malformed?',
    lines: [
      ...paragraph(
        `${plural(exchanges, 'request')} over raw sockets; the last line is from an instance that serves the modern era alone.`,
      ),
      '',
      ...table([['', 'check', 'era', 'HTTP', 'JSON-RPC', 'what was sent'], ...rows.map(cellsOf)]),
    ],
    summary: [
      `${passed} of ${rows.length} probes passed${rest.length > 0 ? `, ${rest.join(', ')}` : ''}; status and error code judged apart.`,
    ],
    ...(passed + failed === 0 ? { missing: 'no probe reached a verdict' } : {}),
  };
}

export const probesChapter: Telling = async (stage) => tellProbes(await seeProbes(stage));
