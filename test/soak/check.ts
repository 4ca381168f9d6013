/** Holds a recording against what was sent, line by line: the file of a long soak need not fit into memory. */
import { createReadStream } from 'node:fs';
import { LineSplitter } from '../../src/mcp/lines.js';
import { decodeLine } from '../../src/recording/codec.js';
import type { RecordingLine } from '../../src/recording/format.js';
import type { Kind, Sent } from './traffic.js';

const OUTCOME: Readonly<Record<Kind, string>> = {
  json: 'ok',
  stream: 'ok',
  large: 'ok',
  'open-session': 'ok',
  notification: 'ok',
  error: 'protocol-error',
  abort: 'aborted-by-client',
};

const EVENTS_PER_STREAM = 4;

export interface SoakVerdict {
  readonly recorded: number;
  readonly bytes: number;
  /** What is wrong, one sentence each; empty where every exchange is there as it was. */
  readonly faults: readonly string[];
}

interface Open {
  readonly tag: string;
  events: number;
}

export async function checkSoak(files: readonly string[], sent: readonly Sent[]): Promise<SoakVerdict> {
  const expected = new Map(sent.map(({ tag, kind }) => [tag, kind]));
  const faults: string[] = [];
  let recorded = 0;
  let bytes = 0;
  for (const file of files) {
    const open = new Map<number, Open>();
    let last: RecordingLine | undefined;
    const splitter = new LineSplitter();
    for await (const piece of createReadStream(file)) {
      bytes += (piece as Buffer).length;
      for (const text of splitter.push(piece as Buffer)) {
        last = decodeLine(text);
        if (last === undefined) faults.push(`${file} holds a line that cannot be read`);
        else recorded += take(last, open, expected, faults);
      }
    }
    if (last?.type !== 'close' || splitter.rest() !== undefined) faults.push(`${file} is not closed`);
    for (const { tag } of open.values()) faults.push(`${tag} has no end in ${file}`);
  }
  for (const tag of expected.keys()) faults.push(`${tag} is not on record`);
  return { recorded, bytes, faults };
}

/** Gives 1 where the line ended an exchange. */
function take(line: RecordingLine, open: Map<number, Open>, expected: Map<string, Kind>, faults: string[]): number {
  if (line.type === 'request') {
    const { json } = line.body as { readonly json?: { readonly params: { readonly tag: string } } };
    open.set(line.n, { tag: json?.params.tag ?? '', events: 0 });
  }
  const exchange = 'n' in line ? open.get(line.n) : undefined;
  if (line.type === 'event' && exchange) exchange.events++;
  if (line.type === 'gap') faults.push(`${line.lost} exchanges were not recorded: ${line.reason}`);
  if (line.type !== 'end' || !exchange) return 0;
  open.delete(line.n);
  const kind = expected.get(exchange.tag);
  if (kind === undefined) faults.push(`${exchange.tag} is on record twice, or was never sent`);
  else if (line.outcome !== OUTCOME[kind]) faults.push(`${exchange.tag} (${kind}) ended as ${line.outcome}`);
  else if (kind === 'stream' && exchange.events !== EVENTS_PER_STREAM)
    faults.push(`${exchange.tag} has ${exchange.events} of ${EVENTS_PER_STREAM} events`);
  expected.delete(exchange.tag);
  return 1;
}
