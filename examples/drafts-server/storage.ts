/** A slow storage. Between the call and the commit there is time to give up, and whether that stops the write is a switch. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Draft } from './drafts.js';
import { memoryRecords, startState, type Records, type StoredDraft } from './records.js';

export interface DraftStorageOptions {
  /** How long a create takes before it commits. */
  delayMs?: number;
  /** False plants a fault: a create goes on, and commits, after its caller has given up. */
  honourAbort?: boolean;
  records?: Records;
}

export type NewDraft = Omit<StoredDraft, 'id'>;

/** What a test or a demo can wait for instead of sleeping. */
export interface DraftStorageEvents {
  creating: [draft: NewDraft];
  created: [draft: Draft];
  abandoned: [draft: NewDraft];
}

export class DraftStorage extends EventEmitter<DraftStorageEvents> {
  private readonly delayMs: number;
  private readonly honourAbort: boolean;
  private readonly records: Records;

  constructor({ delayMs = 300, honourAbort = true, records = memoryRecords() }: DraftStorageOptions = {}) {
    super();
    this.delayMs = delayMs;
    this.honourAbort = honourAbort;
    this.records = records;
  }

  list(): Draft[] {
    return this.records.read().map(withoutKey);
  }

  /** What the window on the storage shows. */
  snapshot(): { drafts: Draft[] } {
    return { drafts: this.list() };
  }

  /** Back to the start state. A create that is under way still commits afterwards, as in any database. */
  reset(): void {
    this.records.write(startState);
  }

  /** Commits after the delay, and rejects without having written if the signal fires before. */
  async create(draft: NewDraft, signal?: AbortSignal): Promise<Draft> {
    this.emit('creating', draft);
    try {
      await sleep(this.delayMs, undefined, signal !== undefined && this.honourAbort ? { signal } : {});
    } catch (error) {
      this.emit('abandoned', draft);
      throw error;
    }
    const created = withoutKey(this.commit(draft));
    this.emit('created', created);
    return created;
  }

  private commit(draft: NewDraft): StoredDraft {
    const stored = this.records.read();
    const earlier = draft.idempotencyKey === undefined ? undefined : stored.find((other) => sameKey(other, draft));
    if (earlier !== undefined) {
      if (earlier.title === draft.title && earlier.body === draft.body) return earlier;
      throw new Error('This idempotencyKey has already made a different draft; use a new key.');
    }
    const created = { id: randomUUID(), ...draft };
    this.records.write([...stored, created]);
    return created;
  }
}

/** Keys belong to their caller: two callers may choose the same one. */
function sameKey(one: StoredDraft, other: NewDraft): boolean {
  return one.owner === other.owner && one.idempotencyKey === other.idempotencyKey;
}

function withoutKey({ idempotencyKey: _kept, ...draft }: StoredDraft): Draft {
  return draft;
}
