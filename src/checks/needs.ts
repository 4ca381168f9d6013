/** What each need is in words, and the configuration keys that meet it. `explain` and docs/checks.md print this table. */
import type { Need, Safety } from './check.js';

export interface NeedEntry {
  /** What a check needs, to be read after "needs". */
  readonly words: string;
  /** Keys of the configuration; NAME stands for a name of the user's. */
  readonly keys: readonly string[];
}

export const NEEDS: Readonly<Record<Need, NeedEntry>> = {
  principals: { words: 'two or more callers', keys: ['principals'] },
  state: { words: 'a way to read the storage', keys: ['state'] },
  forbid: { words: 'paths that must match nothing in the storage', keys: ['forbid'] },
  'declared-eras': { words: 'the eras that the server is meant to serve', keys: ['eras'] },
  'expected-tools': { words: 'the tools that a caller is meant to see', keys: ['principals.NAME.tools'] },
  'safe-args': {
    words: 'a tool that may be run, with one valid call where it has required arguments',
    keys: ['tools.NAME.arguments', 'tools.NAME.run', 'allowWrites'],
  },
  'slow-tool': { words: 'a writing tool that takes long enough to be given up', keys: ['tools.NAME.slowMs'] },
  recording: { words: 'recorded traffic', keys: ['--recording FILE'] },
};

/** What its requests do to a correct server. */
export const SAFETY_WORDS: Readonly<Record<Safety, string>> = {
  'read-only': 'only reads',
  refused: 'a correct server turns it away',
  writes: 'really runs a tool',
};

/** The keys that meet all of a check's needs, each once. */
export const keysFor = (needs: readonly Need[]): readonly string[] => [
  ...new Set(needs.flatMap((need) => NEEDS[need].keys)),
];
