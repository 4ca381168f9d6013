/**
 * Writes a recording again without the secrets that are left in it, into a new file. It is read twice: the first time
 * to learn what is secret, as a value may stand as ordinary text before it is sent as a credential.
 */
import { closeSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { UserError } from '../user-error.js';
import { Cleaner, type Left } from './cleaning.js';
import { eachLine } from './read.js';
import { createRedactor, type Redactor, type RedactorOptions } from './redaction/redactor.js';

const LF = Buffer.from('\n');

export interface CleanOptions extends Omit<RedactorOptions, 'onNamed'> {
  /** Teaches more than names tell: the callers' credentials. */
  readonly teach?: (redactor: Redactor) => void;
}

/** Tells `onLine` of every line as it should be; gives what was masked in it. */
function clean(file: string, options: CleanOptions, onLine: (bytes: Buffer, terminated: boolean) => void): Left[] {
  let named: string[] = [];
  const redactor = createRedactor({ ...options, onNamed: (from) => named.push(from) });
  options.teach?.(redactor);
  const takeNamed = (): string[] => {
    const taken = named;
    named = [];
    return taken;
  };
  const learning = new Cleaner(file, redactor, takeNamed);
  eachLine(file, (bytes) => void learning.clean(bytes));
  const cleaner = new Cleaner(file, redactor, takeNamed);
  const all: Left[] = [];
  eachLine(file, (bytes, terminated) => {
    const { bytes: cleaned, left } = cleaner.clean(bytes);
    all.push(...left);
    onLine(cleaned, terminated);
  });
  refuseEmpty(file);
  return all;
}

function refuseEmpty(file: string): void {
  if (statSync(file).size === 0) {
    throw new UserError(`${file} is empty: nothing was recorded in it, so there is nothing to look through.`);
  }
}

/** The secrets that are left in a recording. */
export const secretsLeft = (file: string, options: CleanOptions): readonly Left[] =>
  clean(file, options, () => undefined);

/** Writes the copy, which only its owner can read; gives what was masked in it. */
export function writeCleanCopy(file: string, output: string, options: CleanOptions): readonly Left[] {
  refuseUnreadable(file);
  const descriptor = createFile(output);
  const write = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
  };
  let left: readonly Left[] | undefined;
  try {
    left = clean(file, options, (bytes, terminated) => write(terminated ? Buffer.concat([bytes, LF]) : bytes));
    return left;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${output} could not be written: ${(error as Error).message}. Choose another file with --output.`,
    );
  } finally {
    closeSync(descriptor);
    // A copy that is not whole is none.
    if (left === undefined) unlinkSync(output);
  }
}

/** Before a file is made beside it. */
function refuseUnreadable(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) eachLine(file, () => undefined);
}

function createFile(output: string): number {
  try {
    return openSync(output, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new UserError(`${output} exists already, and nothing is overwritten. Choose another file with --output.`);
    }
    throw new UserError(`${output} could not be made: ${message}. Choose another file with --output.`);
  }
}
