/**
 * The only writer of recordings. It appends whole lines with a blocking write, so that a line is the kernel's when
 * `write` returns; it never opens a file that exists, and after a failed write it leaves the file as it is.
 */
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { TOOL } from '../version.js';
import { makeFolders } from '../make-folders.js';
import { UserError } from '../user-error.js';
import { encodeLine } from './codec.js';
import { RECORDING_FORMAT, RECORDING_VERSION, type HeaderLine, type RecordingLine } from './format.js';
import { findEarlier, lateAfter, SEARCH_MS, type LateSecret, type Search } from './late-secrets.js';
import { Dropping, SLOW_WRITE_MS, type OverloadPolicy } from './overload.js';
import type { Redactor } from './redaction/redactor.js';

export interface JournalOptions {
  readonly folder: string;
  /** The recording is `folder/name.jsonl`. */
  readonly name: string;
  readonly header: Pick<HeaderLine, 'kind' | 'target'> & Partial<HeaderLine>;
  readonly redactor: Redactor;
  /** Told once, when a line could not be written; nothing is written after it. */
  readonly onFailure?: (error: Error) => void;
  /** What to do where a write is slow; left out: hold. */
  readonly onOverload?: OverloadPolicy;
  /** Told once, when a write was slow and the recording goes on. */
  readonly onSlow?: (tookMs: number) => void;
  /** How long a file is searched, when it is closed, for secrets that became known late. */
  readonly searchMs?: number;
  /** How text gets to the disk, and a clock that only ever grows. */
  readonly disk?: Disk;
}

export interface Disk {
  /** Gives the number of bytes, when they are the kernel's. */
  write(descriptor: number, text: string): number;
  nowMs(): number;
}

export interface Journal {
  readonly file: string;
  /** All files, in order: more than one where it was continued in new ones. */
  readonly files: readonly string[];
  readonly failed: boolean;
  write(lines: readonly RecordingLine[]): void;
  /** Marks the recording as complete. Finds the secrets that had been written before they were known to be some. */
  close(): Search;
  /** Removes a recording in which nothing was recorded. */
  discard(): void;
}

/** One file of a recording. */
export interface JournalFile extends Journal {
  /** Written so far. */
  readonly bytes: number;
  /** Secrets that became known while it was written. */
  readonly learnt: readonly LateSecret[];
  /** Marks it as complete, without looking for secrets. */
  seal(): void;
}

/** Makes a folder, with its parents, that nobody else can read. */
export function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
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

const DISK: Disk = { write: writeAll, nowMs: () => performance.now() };

/** Makes the file and writes its first line. */
export function openJournal(options: JournalOptions): JournalFile {
  const { folder, name, header } = options;
  if (name === '' || name !== path.basename(name)) {
    throw new UserError(
      `--name ${JSON.stringify(name)} is no file name. Give a name without folders, and the folder with --out.`,
    );
  }
  makeFolder(folder);
  const file = path.join(folder, `${name}.jsonl`);
  const journal = new FileJournal(file, createFile(file), options);
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

class FileJournal implements JournalFile {
  readonly file: string;
  failed = false;
  bytes = 0;
  readonly learnt: LateSecret[] = [];
  readonly #descriptor: number;
  readonly #options: JournalOptions;
  readonly #disk: Disk;
  readonly #dropping: Dropping | undefined;
  #exchanges = 0;
  #closed = false;
  #isSlowTold = false;

  constructor(file: string, descriptor: number, options: JournalOptions) {
    this.file = file;
    this.#descriptor = descriptor;
    this.#options = options;
    this.#disk = options.disk ?? DISK;
    this.#dropping = options.onOverload === 'drop' ? new Dropping() : undefined;
  }

  get files(): readonly string[] {
    return [this.file];
  }

  write(lines: readonly RecordingLine[]): void {
    if (this.failed || this.#closed || lines.length === 0) return;
    const at = new Date().toISOString();
    this.#append(this.#dropping?.take(lines, this.#disk.nowMs(), at) ?? lines);
  }

  #append(lines: readonly RecordingLine[]): void {
    if (lines.length === 0) return;
    const { redactor } = this.#options;
    try {
      const text = lines.map((line) => encodeLine(redactor.line(line))).join('');
      for (const { value, from } of redactor.takeLearnt()) this.learnt.push({ value, from, before: this.bytes });
      const encodedAtMs = this.#disk.nowMs();
      this.bytes += this.#disk.write(this.#descriptor, text);
      this.#judgeSpeed(this.#disk.nowMs() - encodedAtMs);
    } catch (error) {
      this.#fail(error as Error);
      return;
    }
    for (const line of lines) {
      if (line.type === 'request') this.#exchanges++;
      if (line.type === 'gap') this.#exchanges -= line.cut?.length ?? 0;
    }
  }

  #judgeSpeed(tookMs: number): void {
    if (tookMs <= SLOW_WRITE_MS) return;
    const { onOverload = 'hold', onSlow } = this.#options;
    if (onOverload === 'fail') {
      throw new Error(`a write took ${Math.round(tookMs)} ms, and --on-overload is fail`);
    }
    this.#dropping?.slowWrite(tookMs, this.#disk.nowMs());
    if (!this.#isSlowTold) onSlow?.(tookMs);
    this.#isSlowTold = true;
  }

  #fail(error: Error): void {
    this.failed = true;
    this.#options.onFailure?.(error);
  }

  close(): Search {
    if (this.#closed) return { found: [], isWhole: true };
    this.seal();
    return findEarlier(this.file, this.learnt, lateAfter(this.#options.searchMs ?? SEARCH_MS));
  }

  seal(): void {
    if (this.#closed) return;
    const at = new Date().toISOString();
    if (!this.failed) this.#append(this.#dropping?.gap(at) ?? []);
    if (!this.failed) this.#append([{ type: 'close', at, exchanges: this.#exchanges }]);
    this.#closed = true;
    closeSync(this.#descriptor);
  }

  discard(): void {
    this.#closed = true;
    closeSync(this.#descriptor);
    unlinkSync(this.file);
  }
}
