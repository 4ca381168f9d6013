import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal, writeAll, type JournalOptions } from '../../src/recording/journal.js';
import { readRecording } from '../../src/recording/read.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { createRedactor } from '../../src/recording/redaction/redactor.js';
import { temporaryFolder } from '../proxy/helpers.js';
import { anExchange } from './exchanges.js';

/** A journal on a disk whose writes take as long as `tookMs` says, by a clock that only this moves. */
function journalOnDisk(more: Partial<JournalOptions>) {
  const clock = { nowMs: 0, tookMs: 0 };
  const failures: string[] = [];
  const slow: number[] = [];
  const journal = openJournal({
    folder: temporaryFolder(),
    name: 'tape',
    header: { kind: 'session', target: { kind: 'http', name: 'http://127.0.0.1:4000/mcp' } },
    redactor: createRedactor({ key: Buffer.alloc(32, 7) }),
    onFailure: ({ message }) => failures.push(message),
    onSlow: (tookMs) => slow.push(tookMs),
    disk: {
      nowMs: () => clock.nowMs,
      write(descriptor, text) {
        clock.nowMs += clock.tookMs;
        return writeAll(descriptor, text);
      },
    },
    ...more,
  });
  const record = (n: number) => journal.write(recordingLinesOf(anExchange({ n })));
  return { journal, clock, failures, slow, record, read: () => readRecording(journal.file) };
}

const numbers = ({ exchanges }: ReturnType<typeof readRecording>) => exchanges.map(({ n }) => n);

describe('a disk that is slow', () => {
  it('is waited for under hold, told of once, and nothing is lost', () => {
    const { journal, clock, slow, failures, record, read } = journalOnDisk({ onOverload: 'hold' });
    clock.tookMs = 150;
    record(1);
    record(2);
    journal.close();
    expect(slow).toEqual([150]);
    expect(failures).toEqual([]);
    expect(numbers(read())).toEqual([1, 2]);
    expect(read().complete).toBe(true);
  });

  it('ends the recording under fail, with what was written before', () => {
    const { journal, clock, failures, record, read } = journalOnDisk({ onOverload: 'fail' });
    record(1);
    clock.tookMs = 150;
    record(2);
    record(3);
    journal.close();
    expect(failures).toEqual(['a write took 150 ms, and --on-overload is fail']);
    expect(numbers(read())).toEqual([1, 2]);
    expect(read().complete).toBe(false);
  });

  it('is left alone for a while under drop; the gap says how many exchanges are missing', () => {
    const { journal, clock, record, read } = journalOnDisk({ onOverload: 'drop' });
    clock.tookMs = 150;
    record(1);
    clock.tookMs = 0;
    for (const n of [2, 3, 4]) record(n);
    clock.nowMs += 1500;
    record(5);
    journal.close();
    expect(numbers(read())).toEqual([1, 5]);
    expect(read().gaps).toMatchObject([{ lost: 3 }]);
    expect(read().complete).toBe(false);
  });

  it('never shows an exchange whose end was dropped', () => {
    const { journal, clock, record, read } = journalOnDisk({ onOverload: 'drop' });
    const [request, ...rest] = recordingLinesOf(anExchange({ n: 1 }));
    clock.tookMs = 150;
    journal.write([request as NonNullable<typeof request>]);
    clock.tookMs = 0;
    journal.write(rest);
    record(2);
    journal.close();
    expect(numbers(read())).toEqual([]);
    expect(read().gaps).toMatchObject([{ lost: 2, cut: [1] }]);
  });

  it('drops the rest of an exchange that began in a gap', () => {
    const { journal, clock, record, read } = journalOnDisk({ onOverload: 'drop' });
    clock.tookMs = 150;
    record(1);
    clock.tookMs = 0;
    const [request, ...rest] = recordingLinesOf(anExchange({ n: 2 }));
    journal.write([request as NonNullable<typeof request>]);
    clock.nowMs += 1500;
    journal.write(rest);
    record(3);
    journal.close();
    expect(numbers(read())).toEqual([1, 3]);
    expect(path.basename(journal.file)).toBe('tape.jsonl');
  });
});
