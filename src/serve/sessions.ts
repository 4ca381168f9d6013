/**
 * The sessions that clients hold with the stand-in. Each goes through the recording on its own, under an id that was
 * made for it: the recorded one is a secret, and is not in the file. Requests without a session share one.
 */
import { randomUUID } from 'node:crypto';
import { tokenKey, type Echo } from './echo.js';
import type { Part } from './script.js';

export class Session {
  /** Undefined for what is asked outside of any session. */
  readonly id: string | undefined;
  /** The session of the recording that it goes through. */
  readonly recorded: string | undefined;
  readonly used = new Set<Part>();
  /** Recorded ids and progress tokens, with what this client wrote in their place. */
  readonly #ids = new Map<string, string>();
  readonly #progressTokens = new Map<string, string>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(id?: string, recorded?: string) {
    this.id = id;
    this.recorded = recorded;
  }

  get echo(): Echo {
    return { ids: this.#ids, progressTokens: this.#progressTokens };
  }

  /** Takes note of the caller's tokens, and lets go on what waited for them. */
  asked({ ids, progressTokens }: Echo): void {
    for (const [recorded, own] of progressTokens) this.#progressTokens.set(recorded, own);
    for (const [recorded, own] of ids) {
      this.#ids.set(recorded, own);
      for (const go of this.#waiting.get(recorded) ?? []) go();
      this.#waiting.delete(recorded);
    }
  }

  /** Resolves when the request that had this id in the recording has been asked, or the signal is aborted. */
  hasAsked(idToken: string, signal: AbortSignal): Promise<void> {
    const key = tokenKey(idToken);
    if (this.#ids.has(key) || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, waiting.add(resolve));
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

export class Sessions {
  readonly outside = new Session();
  readonly #open = new Map<string, Session>();

  get(id: string): Session | undefined {
    return this.#open.get(id);
  }

  open(recorded: string | undefined): Session {
    const session = new Session(randomUUID(), recorded);
    this.#open.set(session.id ?? '', session);
    return session;
  }

  end({ id }: Session): void {
    if (id !== undefined) this.#open.delete(id);
  }
}
