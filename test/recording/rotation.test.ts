import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readRecording } from '../../src/recording/read.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { createRedactor } from '../../src/recording/redaction/redactor.js';
import { openRotatingJournal, type RotationOptions } from '../../src/recording/rotation.js';
import { temporaryFolder } from '../proxy/helpers.js';
import { anExchange, bytes } from './exchanges.js';

function rotating(more: Partial<RotationOptions> = {}) {
  const folder = temporaryFolder();
  const failures: string[] = [];
  const journal = openRotatingJournal({
    folder,
    name: 'tape',
    header: { kind: 'session', target: { kind: 'http', name: 'http://127.0.0.1:4000/mcp' } },
    redactor: createRedactor({ key: Buffer.alloc(32, 7) }),
    fileBytesMax: 1000,
    onFailure: ({ message }) => failures.push(message),
    ...more,
  });
  return { folder, journal, failures, record: (n: number) => journal.write(recordingLinesOf(anExchange({ n }))) };
}

const names = (files: readonly string[]) => files.map((file) => path.basename(file));

describe('a recording that grows', () => {
  it('goes on in new files, each a recording of its own that says which one it follows', () => {
    const { journal, record } = rotating();
    for (let n = 1; n <= 5; n++) record(n);
    journal.close();
    expect(names(journal.files)).toEqual(['tape.jsonl', 'tape.2.jsonl', 'tape.3.jsonl']);
    const parts = journal.files.map((file) => readRecording(file));
    expect(parts.every(({ complete }) => complete)).toBe(true);
    expect(parts.map(({ header }) => header.follows)).toEqual([undefined, 'tape.jsonl', 'tape.2.jsonl']);
    expect(parts.flatMap(({ exchanges }) => exchanges.map(({ n }) => n))).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps an exchange whole in the file in which it began, and closes that file after it', () => {
    const { journal, record } = rotating();
    const [request, ...rest] = recordingLinesOf(anExchange({ n: 1 }));
    journal.write([request as NonNullable<typeof request>]);
    for (const n of [2, 3, 4]) record(n);
    expect(readRecording(journal.file).complete).toBe(false);
    journal.write(rest);
    const first = readRecording(journal.file);
    expect(first.complete).toBe(true);
    expect(first.exchanges.find(({ n }) => n === 1)?.outcome).toBe('ok');
  });

  it('takes no name that is taken', () => {
    const { folder, journal, record } = rotating();
    writeFileSync(path.join(folder, 'tape.2.jsonl'), 'mine');
    for (const n of [1, 2, 3]) record(n);
    journal.close();
    expect(names(journal.files)).toEqual(['tape.jsonl', 'tape.3.jsonl']);
    expect(readFileSync(path.join(folder, 'tape.2.jsonl'), 'utf8')).toBe('mine');
  });

  // A folder with open files cannot be moved on Windows.
  it.skipIf(process.platform === 'win32')(
    'goes on in its last file where no new one can be opened, and tells that once',
    () => {
      const stuck: string[] = [];
      const { folder, journal, failures, record } = rotating({ onStuck: ({ message }) => stuck.push(message) });
      record(1);
      record(2);
      // The folder is gone, and a file stands in its place; what is open stays open.
      renameSync(folder, `${folder}-moved`);
      writeFileSync(folder, '');
      onTestFinished(() => rmSync(`${folder}-moved`, { recursive: true, force: true }));
      for (const n of [3, 4, 5]) record(n);
      rmSync(folder);
      renameSync(`${folder}-moved`, folder);
      journal.close();
      expect(stuck).toEqual([expect.stringMatching(/could not be made/) as string]);
      expect(failures).toEqual([]);
      expect(readRecording(journal.file).exchanges.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
    },
  );

  it('finds a secret in an earlier file that became known in a later one', () => {
    const { journal, record } = rotating();
    const base = anExchange();
    const body = { bytes: bytes('{"note":"try q8Zr5TgY1m-key"}') };
    journal.write(recordingLinesOf({ ...base, request: { ...base.request, body } }));
    for (const n of [2, 3]) record(n);
    const headers = [['Authorization', 'Bearer q8Zr5TgY1m-key']] as const;
    journal.write(recordingLinesOf({ ...base, n: 4, request: { ...base.request, headers } }));
    expect(journal.close().found).toEqual([{ from: 'header authorization', file: journal.files[0] }]);
  });
});
