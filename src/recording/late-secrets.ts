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

const PIECE_BYTES = 1024 * 1024;

/** Those of the secrets that stand in the file before the point where they became known. */
export function findEarlier(file: string, secrets: readonly LateSecret[]): WrittenBefore[] {
  const late = secrets.filter(({ before }) => before > 0);
  if (late.length === 0) return [];
  const forms = late.map((secret) => ({ secret, texts: formsOf(secret.value).map(asBytes) }));
  const needles = new Needles<LateSecret>();
  for (const { secret, texts } of forms) for (const text of texts) needles.add(text, secret);
  const overlap = Math.max(...forms.map(({ texts }) => texts[0]?.length ?? 0));
  const found = new Set<LateSecret>();
  const last = Math.max(...late.map(({ before }) => before));
  const descriptor = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(PIECE_BYTES + overlap);
    for (let at = 0; at < last; at += PIECE_BYTES) {
      const length = readSync(descriptor, piece, 0, piece.length, at);
      if (length === 0) break;
      for (const { to, value } of needles.matchesIn(piece.toString('latin1', 0, length))) {
        if (at + to <= value.before) found.add(value);
      }
    }
  } finally {
    closeSync(descriptor);
  }
  return late.filter((secret) => found.has(secret)).map(({ from }) => ({ from, file }));
}

/** The UTF-8 of a text, one character a byte. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
