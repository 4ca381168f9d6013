/**
 * Checks that only look: they see every exchange of a run, whoever made it. The first exchange that fails one is kept
 * for each place, and confirmed in the end by sending the same request again.
 */
import type { Case, Subject } from '../case/case.js';
import type { Check, Facts, Knowledge } from '../checks/check.js';
import { send, sessionFor } from '../checks/kit/steps.js';
import { requestOf } from '../exchange/answer.js';
import { inSession } from '../exchange/draft.js';
import type { Exchange } from '../exchange/exchange.js';
import type { FailedVerdict } from './confirm.js';

export interface Seen {
  readonly check: Check;
  readonly subject: Subject;
  readonly passes: number;
  readonly failure?: { readonly exchange: Exchange; readonly verdict: FailedVerdict };
}

/** The tool that an exchange calls, as its caller was offered it. */
export function factsOf(exchange: Exchange, known: Pick<Knowledge, 'tools'> | undefined): Facts {
  const request = requestOf(exchange.request);
  if (request?.method !== 'tools/call') return {};
  const tool = known?.tools(exchange.principal, exchange.era).find(({ name }) => name === request.name);
  return tool ? { definition: tool.definition } : {};
}

export class PassiveChecks {
  readonly #checks: readonly Check[];
  readonly #seen = new Map<string, Seen>();

  constructor(checks: readonly Check[]) {
    this.#checks = checks.filter((check) => 'look' in check);
  }

  look(exchange: Exchange, known: Pick<Knowledge, 'tools'> | undefined): void {
    const facts = factsOf(exchange, known);
    for (const check of this.#checks) {
      if (!check.eras.includes(exchange.era) || !check.transports.includes(exchange.transport)) continue;
      const verdict = check.look?.(exchange, facts);
      if (!verdict || (verdict.status !== 'passed' && verdict.status !== 'failed')) continue;
      const { era, transport, principal } = exchange;
      const tool = facts.definition ? requestOf(exchange.request)?.name : undefined;
      const subject: Subject = {
        era,
        transport,
        principal,
        ...(tool === undefined ? {} : { tool, definition: facts.definition }),
      };
      const key = JSON.stringify([check.id, era, principal, tool]);
      const before = this.#seen.get(key);
      this.#seen.set(key, {
        check,
        subject,
        passes: (before?.passes ?? 0) + (verdict.status === 'passed' ? 1 : 0),
        ...(before?.failure
          ? { failure: before.failure }
          : verdict.status === 'failed'
            ? { failure: { exchange, verdict } }
            : {}),
      });
    }
  }

  all(): readonly Seen[] {
    return [...this.#seen.values()];
  }
}

/** A case that sends a seen request again, in a session of its own where the era has sessions. */
export function resend({ request }: Exchange, subject: Subject): Case {
  const as = subject.principal ?? null;
  return {
    subject,
    *script() {
      const session = yield* sessionFor(subject.era, as ?? '');
      yield* send('case', inSession(request, session), { as, era: subject.era });
    },
  };
}
