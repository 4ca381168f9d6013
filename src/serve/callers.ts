/**
 * Whose answers a caller gets. Credentials are not asked for, and the recorded ones are masked; but two callers with
 * different credentials are two callers, and each is held to be the first one of the recording that nobody else is.
 */
import { randomBytes } from 'node:crypto';
import type { HeaderList } from '../mcp/headers.js';
import { ANONYMOUS, principalOf } from '../recording/principal.js';
import type { Part } from './script.js';

export class Callers {
  readonly #key = randomBytes(32);
  readonly #recorded: ReadonlySet<string>;
  readonly #taken = new Map<string, string>();

  constructor(recorded: ReadonlySet<string>) {
    this.#recorded = recorded;
  }

  /** A name for whoever sends these headers. */
  callerOf(headers: HeaderList): string {
    return principalOf(headers, [], this.#key);
  }

  /** Whether an exchange may be this caller's own; where that cannot be told, it may. */
  may(caller: string, { exchange: { principal } }: Part): boolean {
    if (caller === ANONYMOUS) return principal === ANONYMOUS || !this.#recorded.has(ANONYMOUS);
    const own = this.#taken.get(caller);
    if (own !== undefined) return own === principal;
    return principal !== ANONYMOUS && ![...this.#taken.values()].includes(principal);
  }

  /** Takes note that this caller got an answer that was recorded for somebody. */
  take(caller: string, part: Part): void {
    if (caller === ANONYMOUS || this.#taken.has(caller) || part.exchange.principal === ANONYMOUS) return;
    if (this.may(caller, part)) this.#taken.set(caller, part.exchange.principal);
  }
}
