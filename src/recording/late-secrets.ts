/**
 * A value may be written as ordinary text and turn out to be a secret afterwards, when it is sent as a credential. What
 * is written is not rewritten; but it is looked for, so that the owner is told.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { formsOf } from './redaction/known-values.js';

export interface LateSecret {
  readonly value: string;
  readonly from: string;
  /** Only what stands in the file before this offset was written without knowing. */
  readonly before: number;
}

/** A secret that stands in the file, named by where it was learnt. */
export type WrittenBefore = Pick<LateSecret, 'from'>;

const PIECE_BYTES = 1024 * 1024;

/** Those of the secrets that stand in the file before the point where they became known. */
export function findEarlier(file: string, secrets: readonly LateSecret[]): WrittenBefore[] {
  const open = new Map(
    secrets
      .filter(({ before }) => before > 0)
      .map((one) => [one, formsOf(one.value).map((form) => Buffer.from(form, 'utf8'))]),
  );
  if (open.size === 0) return [];
  const last = Math.max(...[...open.keys()].map(({ before }) => before));
  const overlap = Math.max(...[...open.values()].flat().map(({ length }) => length));
  const found: LateSecret[] = [];
  const descriptor = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(PIECE_BYTES + overlap);
    for (let at = 0; at < last && open.size > 0; at += PIECE_BYTES) {
      const length = readSync(descriptor, piece, 0, piece.length, at);
      for (const [secret, forms] of open) {
        const known = piece.subarray(0, Math.min(length, secret.before - at));
        if (!forms.some((form) => known.includes(form))) continue;
        found.push(secret);
        open.delete(secret);
      }
    }
  } finally {
    closeSync(descriptor);
  }
  return found.map(({ from }) => ({ from }));
}
