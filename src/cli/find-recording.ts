/** A finding by its name: the newest recording of it that a run left behind. Anything else is a path. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { nearest } from '../config/nearest.js';
import { UserError } from '../user-error.js';

const FINDING_ID = /^F-[0-9A-Z]{4,}$/i;
const SUGGESTED = 3;

interface Found {
  readonly id: string;
  readonly file: string;
  readonly changedAtMs: number;
}

/** Folders and files that are gone by the time they are looked at are none. */
const quietly = <T>(look: () => T, otherwise: T): T => {
  try {
    return look();
  } catch {
    return otherwise;
  }
};

/** Recordings of findings in the folder itself and in the folders of its runs. */
function findingsUnder(out: string): Found[] {
  const entries = quietly(() => readdirSync(out, { withFileTypes: true }), []);
  const folders = [out, ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(out, name))];
  return folders.flatMap((folder) =>
    quietly(() => readdirSync(folder), []).flatMap((name) => {
      const id = path.basename(name, '.jsonl');
      const file = path.join(folder, name);
      const changedAtMs = FINDING_ID.test(id) ? quietly(() => statSync(file).mtimeMs, undefined) : undefined;
      return changedAtMs === undefined ? [] : [{ id, file, changedAtMs }];
    }),
  );
}

/** The ids nearest to one, nearest first. */
function nearestOf(id: string, known: readonly string[]): string[] {
  const left = new Set(known);
  const near: string[] = [];
  while (left.size > 0 && near.length < SUGGESTED) {
    const found = nearest(id, [...left]) ?? '';
    left.delete(found);
    near.push(found);
  }
  return near;
}

/** The file that a name on the command line means. */
export function findRecording(name: string, out: string): string {
  const isThere = quietly(() => statSync(name).isFile(), false);
  if (isThere || !FINDING_ID.test(name)) return name;
  const all = findingsUnder(out);
  const own = all.filter(({ id }) => id.toLowerCase() === name.toLowerCase());
  const newest = own.toSorted((a, b) => b.changedAtMs - a.changedAtMs || (a.file < b.file ? 1 : -1))[0];
  if (newest) return newest.file;
  const near = nearestOf(name, [...new Set(all.map(({ id }) => id))]);
  const hint =
    near.length === 0
      ? 'No finding is recorded there; --out names another folder.'
      : `The nearest there: ${near.join(', ')}.`;
  throw new UserError(`There is no finding ${name} under ${out}. ${hint}`);
}
