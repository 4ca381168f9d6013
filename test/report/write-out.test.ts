import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeOut } from '../../src/report/write-out.js';
import { UserError } from '../../src/user-error.js';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'write-out-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

const sink = () => {
  const texts: string[] = [];
  return { texts, write: (text: string) => texts.push(text) };
};

test('- is stdout: the document, and nothing else', async () => {
  const stdout = sink();
  await writeOut('-', '{}\n', 'the report', stdout);
  expect(stdout.texts).toEqual(['{}\n']);
});

test('a file is written whole, in a folder that is made for it, and stdout stays empty', async () => {
  const [path, stdout] = [join(folder(), 'reports', 'report.json'), sink()];
  await writeOut(path, '{}\n', 'the report', stdout);
  expect(readFileSync(path, 'utf8')).toBe('{}\n');
  expect(readdirSync(join(path, '..'))).toEqual(['report.json']);
  expect(stdout.texts).toEqual([]);
});

test.skipIf(process.platform === 'win32')('only its owner may read it', async () => {
  const path = join(folder(), 'reports', 'report.json');
  await writeOut(path, '{}\n', 'the report', sink());
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
});

test('the report of the last run is replaced', async () => {
  const path = join(folder(), 'report.json');
  writeFileSync(path, 'a longer report of the last run');
  await writeOut(path, '{}\n', 'the report', sink());
  expect(readFileSync(path, 'utf8')).toBe('{}\n');
});

test('a place that cannot be written to is told in one sentence', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const failure = await writeOut(join(file, 'report.json'), '{}\n', 'the report', sink()).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(UserError);
  expect(failure).toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/^Could not write the report to .*report\.json \(\w+\)\. Name a file/) as string,
  });
});

test('a document that could not take its place leaves nothing half-written', async () => {
  const path = folder();
  await expect(writeOut(path, '{}\n', 'the report', sink())).rejects.toThrow(UserError);
  expect(readdirSync(join(path, '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
});
