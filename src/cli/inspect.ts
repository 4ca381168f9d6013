/** `inspect`: what is in a recording, as a table for people or as the exchanges for programs. */
import { Command } from 'commander';
import { exchangesDocument, type ExchangesDocument } from '../recording/exchanges-document.js';
import { readRecording } from '../recording/read.js';
import type { Recording } from '../recording/recording.js';
import { clip, inert } from '../report/inert.js';
import { writeOut } from '../report/write-out.js';
import { exchangeTable } from './exchange-table.js';

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
  const head = `${header.kind} of ${header.target.name}, recorded ${header.at} with ${header.tool.name} ${header.tool.version}`;
  return `${clip(inert(head), 200)}\n${about && `${inert(about.trimEnd())}\n`}\n${exchangeTable(document.exchanges)}\n${remarks(recording, document)}\n`;
}

export function inspectCommand(): Command {
  return new Command('inspect')
    .description('Print a recording: a table, or with --json its exchanges to the byte.')
    .argument('<recording>', 'a recording (.jsonl)')
    .option('--json <file>', 'write the exchanges as JSON; - is stdout, with nothing else on it')
    .action(async (file: string, { json }: { readonly json?: string }) => {
      const recording = readRecording(file);
      const document = exchangesDocument(recording);
      if (json !== '-') process.stdout.write(textOf(recording, document));
      if (json !== undefined) await writeOut(json, `${JSON.stringify(document)}\n`, 'the exchanges', process.stdout);
    });
}
