import { expect, test } from 'vitest';
import type { EngineEvent } from '../../../src/engine/events.js';
import { statusLine } from '../../../src/report/terminal/status-line.js';
import { finished, found, started } from '../samples.js';

const ERASE = '\r\u001b[2K';

const caseDone = (n: number, label = 'create_draft'): EngineEvent => ({ type: 'case-done', n, of: 400, label });

/** A terminal with a clock that is moved by hand. */
const terminal = (fields: { isTTY?: boolean; columns?: number } = { isTTY: true, columns: 100 }) => {
  const written: string[] = [];
  return { ...fields, written, clock: { nowMs: 0 }, write: (text: string) => written.push(text) };
};

test('a pipe gets nothing', () => {
  const stream = terminal({ isTTY: false });
  const listen = statusLine(stream, () => stream.clock.nowMs);
  for (const event of [started(), caseDone(1), finished]) listen(event);
  expect(stream.written).toEqual([]);
});

test('one line is written over, and erased at the end', () => {
  const stream = terminal();
  const listen = statusLine(stream, () => stream.clock.nowMs);
  listen({ type: 'check-started', id: 'header.name-mismatch', era: 'modern' });
  stream.clock.nowMs = 1500;
  listen(found());
  stream.clock.nowMs = 2000;
  listen(caseDone(12));
  listen(finished);
  expect(stream.written).toEqual([
    `${ERASE}0 exchanges   0 findings   0.0 s   header.name-mismatch (modern)`,
    `${ERASE}0 exchanges   1 finding   1.5 s   header.name-mismatch (modern)`,
    `${ERASE}12 of 400 cases   0 exchanges   1 finding   2.0 s   create_draft`,
    ERASE,
  ]);
});

test('a thousand events a second are ten lines', () => {
  const stream = terminal();
  const listen = statusLine(stream, () => stream.clock.nowMs);
  for (let n = 0; n < 1000; n++) {
    stream.clock.nowMs = n;
    listen(caseDone(n));
  }
  expect(stream.written).toHaveLength(10);
});

test('a line never wraps, and a name out of a server moves no cursor', () => {
  const stream = terminal({ isTTY: true, columns: 60 });
  statusLine(stream, () => 0)(caseDone(1, `x\r\n\u001b[2J${'y'.repeat(100)}`));
  expect(stream.written[0]?.slice(ERASE.length)).toBe('1 of 400 cases   0 exchanges   0 findings   0.0 s   x\\r\\n\\…');
});
