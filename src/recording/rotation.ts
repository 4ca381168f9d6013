/**
 * A recording that goes on in a new file where one has become large: NAME.jsonl, NAME.2.jsonl, … An exchange stays in
 * the file in which it began, so that each file is a recording of its own; one that is left open is closed when the
 * last exchange in it has ended.
 */
import path from 'node:path';
import { UserError } from '../user-error.js';
import type { RecordingLine } from './format.js';
import { openJournal, type Journal, type JournalFile, type JournalOptions } from './journal.js';
import { findEarlier, lateAfter, SEARCH_MS, type LateSecret, type Search } from './late-secrets.js';

export interface RotationOptions extends JournalOptions {
  /** A file that has reached this is the last one that a new exchange begins in. */
  readonly fileBytesMax: number;
  /** Told once, where no further file can be opened; the last one goes on beyond its size. */
  readonly onStuck?: (error: Error) => void;
}

/** How many names are tried that somebody else's file has. */
const TAKEN_MAX = 1000;

export const openRotatingJournal = (options: RotationOptions): Journal => new RotatingJournal(options);

class RotatingJournal implements Journal {
  readonly #options: RotationOptions;
  readonly #onFailure: JournalOptions['onFailure'];
  readonly #parts: JournalFile[];
  readonly #homes = new Map<number, JournalFile>();
  #number = 1;
  #isStuck = false;
  #failed = false;

  constructor(options: RotationOptions) {
    this.#onFailure = options.onFailure;
    this.#options = { ...options, onFailure: (error) => this.#fail(error) };
    this.#parts = [openJournal(this.#options)];
  }

  get file(): string {
    return this.#first.file;
  }

  get files(): readonly string[] {
    return this.#parts.map(({ file }) => file);
  }

  get failed(): boolean {
    return this.#failed;
  }

  write(lines: readonly RecordingLine[]): void {
    for (let i = 0; i < lines.length;) {
      const home = this.#homeOf(lines[i] as RecordingLine);
      let end = i + 1;
      while (end < lines.length && this.#homeOf(lines[end] as RecordingLine) === home) end++;
      const own = lines.slice(i, end);
      home.write(own);
      for (const line of own) if (line.type === 'end') this.#ended(line.n, home);
      i = end;
    }
  }

  close(): Search {
    for (const part of this.#parts) part.seal();
    const isLate = lateAfter(this.#options.searchMs ?? SEARCH_MS);
    const searches = this.#parts.map((part, i) => {
      // What was learnt while a later file was written stands in this one as it was.
      const later = this.#parts.slice(i + 1).flatMap(({ learnt }) => learnt);
      const whole = later.map((secret): LateSecret => ({ ...secret, before: Number.POSITIVE_INFINITY }));
      return findEarlier(part.file, [...part.learnt, ...whole], isLate);
    });
    return { found: searches.flatMap(({ found }) => found), isWhole: searches.every(({ isWhole }) => isWhole) };
  }

  discard(): void {
    for (const part of this.#parts) part.discard();
  }

  get #first(): JournalFile {
    return this.#parts[0] as JournalFile;
  }

  get #current(): JournalFile {
    return this.#parts.at(-1) as JournalFile;
  }

  #homeOf(line: RecordingLine): JournalFile {
    if (!('n' in line)) return this.#current;
    const known = this.#homes.get(line.n);
    if (known !== undefined) return known;
    if (this.#current.bytes >= this.#options.fileBytesMax && !this.#isStuck) this.#continue();
    this.#homes.set(line.n, this.#current);
    return this.#current;
  }

  #ended(n: number, home: JournalFile): void {
    this.#homes.delete(n);
    this.#sealIfOver(home);
  }

  #sealIfOver(part: JournalFile): void {
    if (part !== this.#current && ![...this.#homes.values()].includes(part)) part.seal();
  }

  /** Opens the next file; where that cannot be done the last one goes on. */
  #continue(): void {
    const before = this.#current;
    try {
      this.#parts.push(this.#openNext(path.basename(before.file)));
    } catch (error) {
      this.#isStuck = true;
      this.#options.onStuck?.(error as Error);
      return;
    }
    this.#sealIfOver(before);
  }

  #openNext(follows: string): JournalFile {
    for (let tries = 0; ; tries++) {
      const name = `${this.#options.name}.${++this.#number}`;
      try {
        return openJournal({ ...this.#options, name, header: { ...this.#options.header, follows } });
      } catch (error) {
        const isTaken = error instanceof UserError && error.message.includes('exists already');
        if (!isTaken || tries === TAKEN_MAX) throw error;
      }
    }
  }

  /** Told once, whichever file it was. */
  #fail(error: Error): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#onFailure?.(error);
  }
}
