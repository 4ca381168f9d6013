/**
 * A folder with its parents, readable by its owner alone. Made one by one: node's own `recursive` never comes back from
 * a place where the system says that the parent is missing although it is there (/proc on Linux).
 */
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

const exists = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false }) !== undefined;

/** Throws what the system says of the first folder that cannot be made. */
export function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let one = path.resolve(folder); !exists(one) && path.dirname(one) !== one; one = path.dirname(one))
    missing.push(one);
  for (const one of missing.toReversed()) {
    try {
      mkdirSync(one, { mode: 0o700 });
    } catch (error) {
      // Another run may have made it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error(`${folder} is a file`), { code: 'ENOTDIR' });
}
