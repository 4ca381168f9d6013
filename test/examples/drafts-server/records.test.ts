import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileRecords, memoryRecords, startState } from '../../../examples/drafts-server/records.js';
import { runToEnd } from './helpers.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'drafts-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const draft = { id: 'x', title: 'T', body: 'B', status: 'draft', owner: 'writer', idempotencyKey: 'k' } as const;

describe('records', () => {
  it.each([
    ['in memory', memoryRecords],
    ['in a file', () => fileRecords(join(folder(), 'drafts.json'))],
  ])('%s begin with the start state and return what was written', (_where, make) => {
    const records = make();
    const before = records.read();
    records.write([draft]);

    expect(before).toEqual(startState);
    expect(records.read()).toEqual([draft]);
  });

  it('in a file leave nothing else beside it', () => {
    const path = folder();
    fileRecords(join(path, 'drafts.json')).write([draft]);

    expect(readdirSync(path)).toEqual(['drafts.json']);
  });

  it('name the file that cannot be written', () => {
    const path = join(folder(), 'absent', 'drafts.json');

    expect(() => fileRecords(path).write([])).toThrow(`Cannot write the state file ${path} (ENOENT).`);
  });
});

describe('a state file that is something else', () => {
  it('ends the program with one sentence and is left as it is', async () => {
    const file = join(folder(), 'shopping.json');
    writeFileSync(file, '{"shopping": []}');
    const { code, stderr } = await runToEnd(['--stdio', '--state-file', file]);

    expect(code).toBe(2);
    expect(stderr).toBe(
      `drafts-server: ${file} is not a state file of the drafts server; name another file, or delete this one.\n`,
    );
    expect(readFileSync(file, 'utf8')).toBe('{"shopping": []}');
  });
});
