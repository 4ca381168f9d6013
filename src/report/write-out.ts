/** Where a finished document goes: a file of the user's, or stdout. The one place of the report that touches a disk. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolders } from '../make-folders.js';
import { UserError } from '../user-error.js';

export interface TextStream {
  write(text: string): unknown;
}

/** Only its owner may read what a run left; the document is whole or not there. */
async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`;
  try {
    makeFolders(dirname(path));
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** `-` is stdout: the document, and nothing else. `what` names it in an error: `the report`. */
export async function writeOut(path: string, text: string, what: string, stdout: TextStream): Promise<void> {
  if (path === '-') {
    stdout.write(text);
    return;
  }
  try {
    await writeWhole(path, text);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new UserError(
      `Could not write ${what} to ${path} (${reason}). Name a file in a folder that can be written to.`,
    );
  }
}
