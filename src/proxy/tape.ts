/** The recording of a proxy or a shim: where it goes, how large it gets, and what is said when the disk fails it. */
import type { HeaderLine } from '../recording/format.js';
import { openJournal, type Journal } from '../recording/journal.js';
import type { OverloadPolicy } from '../recording/overload.js';
import { openRotatingJournal } from '../recording/rotation.js';
import type { Redactor } from '../recording/redaction/redactor.js';

export interface TapeOptions {
  readonly folder: string;
  /** The recording is `folder/name.jsonl`; left out: named after the time. */
  readonly name?: string;
  /** Bodies and lines beyond this are kept by their beginning; left out: 16 MiB. */
  readonly bodyBytesMax?: number;
  /** A file that has reached this is continued in NAME.2.jsonl, …; left out: one file. */
  readonly fileBytesMax?: number;
  /** What to do where the disk cannot keep up; left out: hold. */
  readonly onOverload?: OverloadPolicy;
}

/** Who is told: of what went wrong, and of what the owner should know. Once each. */
export interface TapeListener {
  problem(sentence: string): void;
  remark(sentence: string): void;
}

export const BODY_BYTES_MAX = 16 * 1024 * 1024;

const AT_OVERLOAD: Readonly<Record<OverloadPolicy, string>> = {
  hold: 'answers wait for it (--on-overload hold)',
  drop: 'exchanges are left out of the recording until it keeps up (--on-overload drop)',
  fail: '',
};

/** A name for a recording that was given none: `session-20261130-174001-120`. */
export const nameOfNow = (now = new Date()): string =>
  `session-${now.toISOString().replace(/[-:]/g, '').replace('T', '-').replace('.', '-').replace('Z', '')}`;

export function openTape(
  options: TapeOptions,
  target: HeaderLine['target'],
  redactor: Redactor,
  tell: TapeListener,
): Journal {
  const { folder, name = nameOfNow(), fileBytesMax, onOverload = 'hold' } = options;
  const journal = {
    folder,
    name,
    header: { kind: 'session', target },
    redactor,
    onOverload,
    onFailure: (error: Error) =>
      tell.problem(
        `The recording could not be written any further: ${error.message}. Traffic still passes, unrecorded.`,
      ),
    onSlow: (tookMs: number) =>
      tell.remark(`The disk is slow: a write took ${Math.round(tookMs)} ms; ${AT_OVERLOAD[onOverload]}.`),
  } as const;
  if (fileBytesMax === undefined) return openJournal(journal);
  const onStuck = ({ message }: Error) =>
    tell.problem(`The recording goes on in its last file, as no new one could be opened: ${message}`);
  return openRotatingJournal({ ...journal, fileBytesMax, onStuck });
}

/** Closes it, and tells of secrets that were written before they were known to be some. */
export function closeTape(journal: Journal, tell: TapeListener): void {
  const { found, isWhole } = journal.close();
  for (const { from, file } of found) {
    tell.problem(
      `A secret (${from}) stands in ${file}: it was written before it was known to be one. "mcp-shakedown redact" writes a copy without it.`,
    );
  }
  if (isWhole) return;
  tell.remark(
    `${journal.file} is too large to be searched at once for secrets that became known late; "mcp-shakedown redact --check" does.`,
  );
}
