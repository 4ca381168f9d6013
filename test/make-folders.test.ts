/** Folders for recordings and reports, wherever a user points. */
import { mkdtempSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolders } from '../src/make-folders.js';

function temporary(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'folders-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a folder is made with its parents, and may be there already', () => {
  const folder = path.join(temporary(), 'a', 'b', 'c');
  makeFolders(folder);
  makeFolders(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test('a file in the way is an error', () => {
  const file = path.join(temporary(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolders(file)).toThrow('is a file');
  expect(() => makeFolders(path.join(file, 'inside'))).toThrow(/ENOTDIR|ENOENT/);
});

test.runIf(existsSync('/proc/self'))('a place where nothing can be made is an error, and not a wait for ever', () => {
  expect(() => makeFolders('/proc/nowhere')).toThrow('ENOENT');
  expect(() => makeFolders('/proc/nowhere/deeper')).toThrow('ENOENT');
});
