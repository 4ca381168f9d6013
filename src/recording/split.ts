/** One recording a session: the lines of its exchanges as they stand in the whole one, under the same header. */
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../user-error.js';
import { decodeLine, encodeLine } from './codec.js';
import { makeFolder, writeAll } from './journal.js';
import { eachLine, readRecording } from './read.js';
import { sessionsOf, type Session } from './sessions.js';

export interface Part extends Session {
  readonly file: string;
}

/** Writes them into a folder; none of them may exist. What one of them lacks the whole recording lacked as well. */
export function splitBySession(file: string, folder: string): readonly Part[] {
  const recording = readRecording(file);
  const name = path.basename(file, '.jsonl');
  const parts = sessionsOf(recording.exchanges).map((session, i) => ({
    ...session,
    file: path.join(folder, `${name}.session-${i + 1}.jsonl`),
  }));
  const texts = linesOf(file, parts);
  makeFolder(folder);
  for (const part of parts) {
    const close = { type: 'close', at: recording.header.at, exchanges: part.exchanges.length } as const;
    writeNew(part.file, (texts.get(part) ?? []).join('') + (recording.complete ? encodeLine(close) : ''));
  }
  return parts;
}

/** Lines that belong to no exchange (the header, a gap, a stray line) stand in each part. */
function linesOf(file: string, parts: readonly Part[]): ReadonlyMap<Part, string[]> {
  const texts = new Map(parts.map((part): [Part, string[]] => [part, []]));
  const homes = new Map(parts.flatMap((part) => part.exchanges.map(({ n }): [number, Part] => [n, part])));
  eachLine(file, (bytes, terminated) => {
    const line = decodeLine(bytes);
    if (line === undefined || !terminated || line.type === 'close') return;
    const home = 'n' in line ? homes.get(line.n) : undefined;
    for (const part of 'n' in line ? (home ? [home] : []) : parts) texts.get(part)?.push(`${bytes.toString('utf8')}\n`);
  });
  return texts;
}

function writeNew(file: string, text: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'exists already, and nothing is overwritten' : `could not be made: ${message}`;
    throw new UserError(`${file} ${why}. Choose another folder with --out.`);
  }
  try {
    writeAll(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}
