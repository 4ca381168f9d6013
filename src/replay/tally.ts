/** The counts of a replay. Every recorded request ends as exactly one of them, and the totals say so. */
import type { Listener, ReplayCounts } from '../engine/events.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Member } from './members.js';

export type Verdict = 'same' | 'changed' | 'fixed' | 'stillFailing';

export class Tally {
  readonly #emit: Listener;
  readonly #verdicts: Record<Verdict, number> = { same: 0, changed: 0, fixed: 0, stillFailing: 0 };
  #unsafe = 0;
  #skipped = 0;
  /** Reasons of what was left out, with how often each was given. */
  readonly #reasons = new Map<string, number>();

  constructor(emit: Listener) {
    this.#emit = emit;
  }

  compared(verdict: Verdict): void {
    this.#verdicts[verdict]++;
  }

  /** Each request of the exchange, under what it asks for. */
  leaveOut(exchange: Pick<Exchange, 'n'>, members: readonly Pick<Member, 'what'>[], reason: string): void {
    for (const { what } of members) this.leaveOutOne(exchange.n, what, 'skipped', reason);
  }

  leaveOutUnsafe(exchange: Pick<Exchange, 'n'>, members: readonly Pick<Member, 'what'>[], reason: string): void {
    for (const { what } of members) this.leaveOutOne(exchange.n, what, 'unsafe', reason);
  }

  leaveOutOne(n: number, what: string, as: 'skipped' | 'unsafe', reason: string): void {
    if (as === 'unsafe') this.#unsafe++;
    else this.#skipped++;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    this.#emit({ type: 'left-out', n, what, reason });
  }

  get counts(): ReplayCounts {
    const { same, changed, fixed, stillFailing } = this.#verdicts;
    const compared = same + changed + fixed + stillFailing;
    const recorded = compared + this.#unsafe + this.#skipped;
    return { recorded, compared, ...this.#verdicts, unsafe: this.#unsafe, skipped: this.#skipped };
  }

  /** The reason that was given most often. */
  get mainReason(): string | undefined {
    return [...this.#reasons].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  }
}
