/** `inspect`: what is in a recording, as a table for people or as the exchanges for programs. */
import { Command, Option } from 'commander';
import type { Outcome } from '../exchange/exchange.js';
import { isFilter, matches, type ExchangeFilter } from '../recording/exchange-filter.js';
import { exchangesDocument, shownExchange, type ExchangesDocument } from '../recording/exchanges-document.js';
import { harOf } from '../recording/har.js';
import { readRecording } from '../recording/read.js';
import type { Recording } from '../recording/recording.js';
import { splitBySession, type Part } from '../recording/split.js';
import { clip, inert } from '../report/inert.js';
import { writeOut } from '../report/write-out.js';
import { UserError } from '../user-error.js';
import { exchangeTable } from './exchange-table.js';
import { findRecording } from './find-recording.js';
import { oneOf } from './options.js';

const OUTCOMES = [
  'ok',
  'tool-error',
  'protocol-error',
  'no-result',
  'aborted-by-client',
  'truncated-by-server',
  'unreachable',
] as const satisfies readonly Outcome[];

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** What a reader should know beside the table. */
function remarks({ complete, stray, damaged, gaps }: Recording, { exchanges }: ExchangesDocument): string {
  const lost = gaps.reduce((sum, gap) => sum + gap.lost, 0);
  return [
    counted(exchanges.length, 'exchange'),
    ...(stray.length > 0 ? [counted(stray.length, 'stray line')] : []),
    ...(damaged.length > 0
      ? [`${counted(damaged.length, 'line')} could not be read (${damaged.slice(0, 5).join(', ')})`]
      : []),
    ...(lost > 0 ? [`${counted(lost, 'exchange')} not recorded`] : []),
    ...(complete ? [] : ['the recording is not complete: it is still being written, or its recorder was ended']),
  ].join(', ');
}

function textOf(recording: Recording, document: ExchangesDocument): string {
  const { header } = recording;
  const { title, check } = header.finding ?? {};
  const about = title === undefined ? '' : `${check}  ${title}\n`;
  const head = `${header.kind} of ${header.target.name}, recorded ${header.at} with ${header.tool.name} ${header.tool.version}${header.follows === undefined ? '' : `, follows ${header.follows}`}`;
  return `${clip(inert(head), 200)}\n${about && `${inert(about.trimEnd())}\n`}\n${exchangeTable(document.exchanges)}\n${remarks(recording, document)}\n`;
}

interface InspectFlags extends ExchangeFilter {
  readonly json?: string;
  readonly har?: string;
  readonly split?: 'session';
  readonly out: string;
}

const filterOf = ({ tool, outcome, era, principal }: InspectFlags): ExchangeFilter => ({
  ...(tool === undefined ? {} : { tool }),
  ...(outcome === undefined ? {} : { outcome }),
  ...(era === undefined ? {} : { era }),
  ...(principal === undefined ? {} : { principal }),
});

/** The recording with those exchanges only that are asked for. */
function filtered(recording: Recording, filter: ExchangeFilter): Recording {
  return { ...recording, exchanges: recording.exchanges.filter((one) => matches(shownExchange(one), filter)) };
}

const sessionText = ({ file, hasId, principal, eras, exchanges }: Part): string =>
  `${file}  ${clip(inert(principal), 40)}, ${eras.join(' and ')}, ${counted(exchanges.length, 'exchange')}${hasId ? '' : ', no session id'}\n`;

function split(file: string, { out }: InspectFlags): void {
  const parts = splitBySession(file, out);
  process.stdout.write(parts.map(sessionText).join('') + `${counted(parts.length, 'session')}\n`);
}

async function inspect(file: string, flags: InspectFlags): Promise<void> {
  const { json, har } = flags;
  if (json === '-' && har === '-') {
    throw new UserError('--json - and --har - both want stdout, which holds one document. Give one of them a file.');
  }
  const filter = filterOf(flags);
  const whole = readRecording(file);
  const recording = isFilter(filter) ? filtered(whole, filter) : whole;
  const document = exchangesDocument(recording);
  if (json !== '-' && har !== '-') {
    process.stdout.write(textOf(recording, document));
    if (isFilter(filter)) process.stdout.write(`of ${counted(whole.exchanges.length, 'exchange')} in the recording\n`);
  }
  if (json !== undefined) await writeOut(json, `${JSON.stringify(document)}\n`, 'the exchanges', process.stdout);
  if (har !== undefined) await writeOut(har, `${JSON.stringify(harOf(recording))}\n`, 'the archive', process.stdout);
}

export function inspectCommand(): Command {
  return new Command('inspect')
    .description('Print a recording: a table, or with --json its exchanges to the byte.')
    .argument('<recording>', 'a recording (.jsonl), or the id of a finding under --out')
    .optionsGroup('Which exchanges:')
    .option('--tool <name>', 'only calls of this tool')
    .addOption(new Option('--outcome <outcome>', `only these: ${OUTCOMES.join(', ')}`).argParser(oneOf(OUTCOMES)))
    .addOption(new Option('--era <era>', 'legacy or modern').argParser(oneOf(['legacy', 'modern'] as const)))
    .option('--principal <name>', 'only this caller')
    .optionsGroup('Output:')
    .option('--json <file>', 'write the exchanges as JSON; - is stdout, with nothing else on it')
    .option('--har <file>', 'write an HTTP archive (HAR 1.2), for other tools; - is stdout')
    .addOption(
      new Option('--split <by>', 'session: write one recording for each session into --out instead').argParser(
        oneOf(['session'] as const),
      ),
    )
    .option('--out <folder>', 'where --split writes, and findings are looked for by their id', '.shakedown/')
    .optionsGroup('Options:')
    .action(async (name: string, flags: InspectFlags) => {
      const file = findRecording(name, flags.out);
      if (flags.split === undefined) {
        await inspect(file, flags);
        return;
      }
      if (isFilter(filterOf(flags)) || flags.json !== undefined || flags.har !== undefined) {
        throw new UserError(
          '--split writes the whole recording, session by session: no filter, --json or --har goes with it.',
        );
      }
      split(file, flags);
    });
}
