/**
 * The only writer of recordings. It appends whole lines with a blocking write, so that a line is the kernel's when
 * `write` returns; it never opens a file that exists, and after a failed write it leaves the file as it is.
 */
import { closeSync, mkdirSync, openSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { TOOL } from '../version.js';
import { UserError } from '../user-error.js';
import { encodeLine } from './codec.js';
import { RECORDING_FORMAT, RECORDING_VERSION, type HeaderLine, type RecordingLine } from './format.js';
import { findEarlier, type WrittenBefore } from './late-secrets.js';
import type { Redactor } from './redaction/redactor.js';

export interface JournalOptions {
  readonly folder: string;
  /** The recording is `folder/name.jsonl`. */
  readonly name: string;
  readonly header: Pick<HeaderLine, 'kind' | 'target'> & Partial<HeaderLine>;
  readonly redactor: Redactor;
  /** Told once, when a line could not be written; nothing is written after it. */
  readonly onFailure?: (error: Error) => void;
}

export interface Journal {
  readonly file: string;
  readonly failed: boolean;
  write(lines: readonly RecordingLine[]): void;
  /** Marks the recording as complete. Gives the secrets that had been written before they were known to be some. */
  close(): readonly WrittenBefore[];
  /** Removes a recording in which nothing was recorded. */
  discard(): void;
}

/** Makes a folder, with its parents, that nobody else can read. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UserError(
      `The folder ${folder} could not be made: ${(error as Error).message}. Choose another one with --out.`,
    );
  }
}

function createFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new UserError(
        `${file} exists already, and a recording is never overwritten. Choose another --name or --out, or move that file away.`,
      );
    }
    throw new UserError(`${file} could not be made: ${message}. Choose another folder with --out.`);
  }
}

/** Writes all of it: a write to a full disk or a pipe may take a part only. */
export function writeAll(descriptor: number, text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
  return bytes.length;
}

/** Makes the file and writes its first line. */
export function openJournal({ folder, name, header, redactor, onFailure }: JournalOptions): Journal {
  if (name === '' || name !== path.basename(name)) {
    throw new UserError(
      `--name ${JSON.stringify(name)} is no file name. Give a name without folders, and the folder with --out.`,
    );
  }
  makeFolder(folder);
  const file = path.join(folder, `${name}.jsonl`);
  const journal = new FileJournal(file, createFile(file), redactor, onFailure);
  journal.write([
    {
      type: 'header',
      format: RECORDING_FORMAT,
      version: RECORDING_VERSION,
      tool: TOOL,
      at: new Date().toISOString(),
      ...header,
    },
  ]);
  return journal;
}

class FileJournal implements Journal {
  readonly file: string;
  failed = false;
  readonly #descriptor: number;
  readonly #redactor: Redactor;
  readonly #onFailure: ((error: Error) => void) | undefined;
  readonly #learnt: { readonly value: string; readonly from: string; readonly before: number }[] = [];
  #bytes = 0;
  #exchanges = 0;
  #closed = false;

  constructor(file: string, descriptor: number, redactor: Redactor, onFailure: ((error: Error) => void) | undefined) {
    this.file = file;
    this.#descriptor = descriptor;
    this.#redactor = redactor;
    this.#onFailure = onFailure;
  }

  write(lines: readonly RecordingLine[]): void {
    if (this.failed || this.#closed || lines.length === 0) return;
    try {
      const text = lines.map((line) => encodeLine(this.#redactor.line(line))).join('');
      for (const { value, from } of this.#redactor.takeLearnt()) {
        this.#learnt.push({ value, from, before: this.#bytes });
      }
      this.#bytes += writeAll(this.#descriptor, text);
    } catch (error) {
      this.failed = true;
      this.#onFailure?.(error as Error);
      return;
    }
    this.#exchanges += lines.filter(({ type }) => type === 'request').length;
  }

  close(): readonly WrittenBefore[] {
    if (this.#closed) return [];
    this.write([{ type: 'close', at: new Date().toISOString(), exchanges: this.#exchanges }]);
    this.#closed = true;
    closeSync(this.#descriptor);
    return findEarlier(this.file, this.#learnt);
  }

  discard(): void {
    this.#closed = true;
    closeSync(this.#descriptor);
    unlinkSync(this.file);
  }
}
