/**
 * The end of a stdio server whose client has gone: it is asked by the end of its input, then by SIGTERM, then made to,
 * so that it and all that it started are gone within a bounded time. Source: 2025-11-25 basic/lifecycle § Shutdown.
 */
import type { Child } from './child-process.js';

const TERM_AFTER_MS = 5000;
const KILL_AFTER_MS = 10_000;
/** A signal ends a recorder within five seconds. */
const HURRY_MS = 4000;
/** How long what a server left behind may take to go. */
const LEFT_BEHIND_MS = 1000;
const POLL_MS = 25;

export class Farewell {
  readonly #child: Child;
  readonly #timers: NodeJS.Timeout[] = [];
  #hasBegun = false;
  #isDone = false;

  constructor(child: Child) {
    this.#child = child;
  }

  begin(): void {
    if (this.#isDone || this.#hasBegun) return;
    this.#hasBegun = true;
    this.#timers.push(
      setTimeout(() => this.#child.signal('SIGTERM'), TERM_AFTER_MS),
      setTimeout(() => this.#child.signal('SIGKILL'), KILL_AFTER_MS),
    );
  }

  /** The shim itself was told to end: the server gets the signal, and no more time than that leaves. */
  hurry(signal: NodeJS.Signals): void {
    if (this.#isDone) return;
    this.#child.signal(signal);
    this.#timers.push(setTimeout(() => this.#child.signal('SIGKILL'), HURRY_MS));
  }

  /** The process has ended; what it started and left behind is ended as well. */
  async done(): Promise<void> {
    this.#isDone = true;
    for (const timer of this.#timers) clearTimeout(timer);
    if (!this.#child.signal('SIGTERM')) return;
    for (let waited = 0; waited < LEFT_BEHIND_MS; waited += POLL_MS) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (!this.#child.isAlive()) return;
    }
    this.#child.signal('SIGKILL');
  }
}
