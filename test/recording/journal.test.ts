import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openJournal, type JournalOptions } from '../../src/recording/journal.js';
import { readRecording } from '../../src/recording/read.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { createRedactor } from '../../src/recording/redaction/redactor.js';
import { UserError } from '../../src/user-error.js';
import { anExchange, bytes } from './exchanges.js';

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shakedown-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function journalIn(folder: string, more: Partial<JournalOptions> = {}) {
  const redactor = createRedactor({ key: Buffer.alloc(32, 7) });
  const header = { kind: 'session', target: { kind: 'http', name: 'http://127.0.0.1:4000/mcp' } } as const;
  return openJournal({ folder, name: 'tape', header, redactor, ...more });
}

const complaint = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).exitCode).toBe(2);
    return (error as Error).message;
  }
  return '';
};

describe('a journal', () => {
  it('has on disk what was written when write returns', () => {
    const journal = journalIn(temporaryFolder());
    journal.write(recordingLinesOf(anExchange()));
    const open = readRecording(journal.file);
    expect(open.exchanges).toEqual([anExchange()]);
    expect(open.complete).toBe(false);
    expect(journal.close()).toEqual({ found: [], isWhole: true });
    expect(readRecording(journal.file).complete).toBe(true);
  });

  it('only ever grows, and ends in a line break', () => {
    const journal = journalIn(temporaryFolder());
    let before = readFileSync(journal.file);
    for (const n of [1, 2, 3]) {
      journal.write(recordingLinesOf(anExchange({ n })));
      const now = readFileSync(journal.file);
      expect(now.subarray(0, before.length)).toEqual(before);
      before = now;
    }
    journal.close();
    expect(readFileSync(journal.file).at(-1)).toBe(0x0a);
  });

  it('writes nothing after it was closed', () => {
    const journal = journalIn(temporaryFolder());
    journal.close();
    const closed = readFileSync(journal.file, 'utf8');
    journal.write(recordingLinesOf(anExchange()));
    journal.close();
    expect(readFileSync(journal.file, 'utf8')).toBe(closed);
  });

  it.skipIf(process.platform === 'win32')('is for its owner only', () => {
    const folder = path.join(temporaryFolder(), 'deep', 'er');
    const journal = journalIn(folder);
    journal.close();
    expect(statSync(journal.file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('never overwrites a recording, and refuses a second recorder by name', () => {
    const folder = temporaryFolder();
    const first = journalIn(folder);
    expect(complaint(() => journalIn(folder))).toMatch(/tape\.jsonl exists already.*--name/);
    first.close();
    expect(complaint(() => journalIn(folder))).toMatch(/tape\.jsonl exists already/);
  });

  it('says which folder could not be made', () => {
    const blocker = path.join(temporaryFolder(), 'a-file');
    writeFileSync(blocker, 'x');
    expect(complaint(() => journalIn(path.join(blocker, 'sub')))).toMatch(/a-file.*could not be made.*--out/);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('says which folder cannot be written to', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    expect(complaint(() => journalIn(folder))).toMatch(/tape\.jsonl could not be made/);
  });

  it('takes no path for a name', () => {
    expect(complaint(() => journalIn(temporaryFolder(), { name: '../tape' }))).toMatch(/no file name.*--out/);
  });

  it('tells of a failed write once, and goes on without writing', () => {
    const failures: Error[] = [];
    const broken = {
      ...createRedactor({ key: Buffer.alloc(32) }),
      takeLearnt: () => [],
      line: (line: never) => {
        if ((line as { type: string }).type === 'request') throw new Error('no space left on device');
        return line;
      },
    };
    const journal = journalIn(temporaryFolder(), { redactor: broken, onFailure: (error) => failures.push(error) });
    journal.write(recordingLinesOf(anExchange()));
    journal.write(recordingLinesOf(anExchange()));
    journal.close();
    expect(failures.map(({ message }) => message)).toEqual(['no space left on device']);
    expect(readRecording(journal.file).complete).toBe(false);
  });

  it('tells of a secret that was written before it was known to be one, and not of one that was known', () => {
    const journal = journalIn(temporaryFolder());
    const said = anExchange();
    const body = { bytes: bytes('{"note":"try q8Zr5TgY1m-key"}') };
    journal.write(recordingLinesOf({ ...said, request: { ...said.request, body } }));
    const headers = [
      ['Authorization', 'Bearer q8Zr5TgY1m-key'],
      ['X-Api-Key', 'never-said-before-77'],
    ] as const;
    journal.write(recordingLinesOf({ ...said, n: 2, request: { ...said.request, headers } }));
    const found = [{ from: 'header authorization', file: journal.file }];
    expect(journal.close()).toEqual({ found, isWhole: true });
  });

  it('says so where it had no time to look through all of it', () => {
    const journal = journalIn(temporaryFolder(), { searchMs: 0 });
    const base = anExchange();
    const headers = [['X-Api-Key', 'never-said-before-77']] as const;
    journal.write(recordingLinesOf({ ...base, request: { ...base.request, headers } }));
    expect(journal.close()).toEqual({ found: [], isWhole: false });
    expect(readRecording(journal.file).complete).toBe(true);
  });

  it('removes a recording in which nothing was recorded', () => {
    const journal = journalIn(temporaryFolder());
    journal.discard();
    expect(complaint(() => readRecording(journal.file))).toMatch(/There is no file/);
  });
});

describe('reading', () => {
  it('names what cannot be read', () => {
    const folder = temporaryFolder();
    expect(complaint(() => readRecording(path.join(folder, 'none.jsonl')))).toMatch(/There is no file .*none\.jsonl/);
    expect(complaint(() => readRecording(folder))).toMatch(/is a folder/);
  });
});
