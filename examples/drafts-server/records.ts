/** Where the drafts lie: in memory, or in a file that other processes can read and reset while a stdio server runs. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { draftSchema } from './drafts.js';

const storedDraftSchema = draftSchema.extend({ idempotencyKey: z.string().optional() });
/** A draft with the key that made it: the key is kept, so that a retry is recognised, and never shown. */
export type StoredDraft = Readonly<z.infer<typeof storedDraftSchema>>;

/** Synchronous on purpose: reading, changing and writing back cannot be interleaved with another call's. */
export interface Records {
  read(): readonly StoredDraft[];
  write(drafts: readonly StoredDraft[]): void;
}

/** What a fresh or a reset storage holds. The ids are fixed, so that a test can name them. */
export const startState: readonly StoredDraft[] = [
  { id: 'draft-welcome', title: 'Welcome', body: 'How to use this service.', status: 'draft', owner: 'writer' },
  { id: 'draft-roadmap', title: 'Roadmap', body: 'What comes next.', status: 'draft', owner: 'writer' },
];

export function memoryRecords(): Records {
  let kept = startState;
  return {
    read: () => kept,
    write: (drafts) => {
      kept = drafts;
    },
  };
}

/** A file that does not exist yet counts as the start state. */
export function fileRecords(path: string): Records {
  return {
    read: () => {
      const text = readIfThere(path);
      return text === undefined ? startState : parseState(text, path);
    },
    write: (drafts) => {
      // Renaming is atomic, so a process that looks at the state sees the old file or the new one, never half of it.
      const beside = `${path}.${process.pid}.tmp`;
      try {
        writeFileSync(beside, `${JSON.stringify({ drafts }, null, 2)}\n`);
        renameSync(beside, path);
      } catch (error) {
        throw new Error(`Cannot write the state file ${path} (${codeOf(error)}).`, { cause: error });
      }
    },
  };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Error(`Cannot read the state file ${path} (${codeOf(error)}).`, { cause: error });
  }
}

function parseState(text: string, path: string): StoredDraft[] {
  try {
    return z.object({ drafts: z.array(storedDraftSchema) }).parse(JSON.parse(text)).drafts;
  } catch (error) {
    const sentence = `${path} is not a state file of the drafts server; name another file, or delete this one.`;
    throw new Error(sentence, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
