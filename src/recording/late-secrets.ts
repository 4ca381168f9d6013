/**
 * A value may be written as ordinary text and turn out to be a secret afterwards, when it is sent as a credential. What
 * is written is not rewritten; but it is looked for, so that the owner is told.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { formsOf } from './redaction/known-values.js';
import { Needles } from './redaction/needles.js';

export interface LateSecret {
  readonly value: string;
  readonly from: string;
  /** Only what stands in the file before this offset was written without knowing. */
  readonly before: number;
}

/** A secret that stands in a file, named by where it was learnt. */
export interface WrittenBefore {
  readonly from: string;
  readonly file: string;
}

/** Late after so long from now. */
export function lateAfter(ms: number): () => boolean {
  const untilMs = performance.now() + ms;
  return () => performance.now() >= untilMs;
}

const PIECE_BYTES = 1024 * 1024;

/** A recorder ends within five seconds of its signal, however much it has written. */
export const SEARCH_MS = 2000;

export interface Search {
  readonly found: readonly WrittenBefore[];
  /** Everything was looked through in the time that there was. */
  readonly isWhole: boolean;
}

/** Those of the secrets that stand in the file before the point where they became known, as far as there is time. */
export function findEarlier(file: string, secrets: readonly LateSecret[], isLate: () => boolean): Search {
  const late = secrets.filter(({ before }) => before > 0);
  if (late.length === 0) return { found: [], isWhole: true };
  const forms = late.map((secret) => ({ secret, texts: formsOf(secret.value).map(asBytes) }));
  const needles = new Needles<LateSecret>();
  for (const { secret, texts } of forms) for (const text of texts) needles.add(text, secret);
  const overlap = Math.max(...forms.map(({ texts }) => texts[0]?.length ?? 0));
  const found = new Set<LateSecret>();
  const last = Math.max(...late.map(({ before }) => before));
  let isWhole = true;
  const descriptor = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(PIECE_BYTES + overlap);
    for (let at = 0; at < last; at += PIECE_BYTES) {
      isWhole = !isLate();
      if (!isWhole) break;
      const length = readSync(descriptor, piece, 0, piece.length, at);
      if (length === 0) break;
      for (const { to, value } of needles.matchesIn(piece.toString('latin1', 0, length))) {
        if (at + to <= value.before) found.add(value);
      }
    }
  } finally {
    closeSync(descriptor);
  }
  return { found: late.filter((secret) => found.has(secret)).map(({ from }) => ({ from, file })), isWhole };
}

/** The UTF-8 of a text, one character a byte. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
