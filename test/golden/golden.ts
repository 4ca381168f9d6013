/**
 * Golden files: what a person is shown, kept whole. The first line is the exit code; what differs from run to run is
 * replaced before it is compared. UPDATE_GOLDEN=1 writes the files anew; read the difference before you commit it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** The parts of a text that are another in every run. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  [/\b\d+(?:\.\d+)? s$/gm, 'TIME s'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'WHEN'],
];

export const withoutVolatile = (text: string): string =>
  VOLATILE.reduce((stable, [pattern, name]) => stable.replace(pattern, name), text);

/** Holds a text to a file, given by its URL, byte for byte. */
export function expectFile(url: URL, text: string): void {
  const path = fileURLToPath(url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text);
  const kept = existsSync(path) ? readFileSync(path, 'utf8') : '';
  expect(text, `differs from ${path}; if that is meant, run the test with UPDATE_GOLDEN=1`).toBe(kept);
}

/** Holds what a command printed, and what it ended with, to test/golden/NAME.txt. */
export function expectGolden(name: string, printed: { readonly exitCode: number; readonly text: string }): void {
  const text = `exit ${printed.exitCode}\n${withoutVolatile(printed.text)}`;
  expectFile(new URL(`${name}.txt`, import.meta.url), text);
}
