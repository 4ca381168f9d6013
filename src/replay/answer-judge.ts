/**
 * The verdict on an answer of this run. What differs is asked for once more where the call only reads, so that nothing
 * is told that does not stay; and where a call that was not sent again explains it, that is said instead.
 */
import type { Exchange, Request } from '../exchange/exchange.js';
import { chainTo } from './chain.js';
import type { Comparison, Seen } from './comparison.js';
import type { Difference } from './compare.js';
import type { Replay } from './context.js';
import type { Links } from './links.js';
import type { Member } from './members.js';
import type { Leave } from './safety.js';
import { sendAgain } from './send-again.js';
import type { Session } from './recorded-session.js';
import { tellDifferences } from './tell-difference.js';

/** A recorded exchange whose answer of this run has come. */
export interface Answered {
  readonly recorded: Exchange;
  readonly members: readonly Member[];
  readonly leaves: readonly Leave[];
  /** The request as it was sent in this run. */
  readonly request: Request;
  readonly live: Exchange;
  /** Sends another request in its place. */
  readonly again: (request: Request) => Promise<Exchange>;
}

interface Second {
  readonly live: Exchange;
  readonly idToken: string;
}

export interface AnswerJudgeOptions {
  readonly replay: Replay;
  readonly session: Session;
  readonly links: Links;
  readonly comparison: Comparison;
  /** What came in this run of each exchange that was sent. */
  readonly live: ReadonlyMap<Exchange, Exchange>;
  readonly isStopped: () => boolean;
}

export class AnswerJudge {
  readonly #options: AnswerJudgeOptions;
  /** The last call that may have changed something and was not sent again. */
  unsent: string | undefined;

  constructor(options: AnswerJudgeOptions) {
    this.#options = options;
  }

  async judge(answered: Answered): Promise<void> {
    const { recorded, members, live } = answered;
    const { replay, comparison, links } = this.#options;
    const { tally } = replay;
    const found = members.map((member) => ({
      member,
      differences: comparison.differences(recorded, member, live),
    }));
    const isDifferent = found.some(({ differences }) => differences.length > 0);
    const made = isDifferent ? links.leftOutBehind(recorded) : undefined;
    const again = isDifferent && made === undefined ? await this.#again(answered) : undefined;
    for (const { member, differences } of found) {
      if (differences.length === 0) tally.compared('same');
      else if (made !== undefined) {
        const reason = `it differs, and its answer showed what exchange ${made.n} made or sent, which was not sent again`;
        tally.leaveOut(recorded, [member], reason);
      } else this.#settle(answered, member, differences, again);
    }
  }

  async #again({ members, leaves, request, again }: Answered): Promise<Second | undefined> {
    const [leave] = leaves;
    const mayAgain = members.length === 1 && leave?.may === true && leave.again && !this.#options.isStopped();
    const other = mayAgain ? sendAgain(request) : undefined;
    return other && { live: await again(other.request), idToken: other.idToken };
  }

  #settle(
    { recorded, live }: Answered,
    member: Member,
    differences: readonly Difference[],
    again: Second | undefined,
  ): void {
    const { replay, session, comparison, links, live: all } = this.#options;
    const seen: Seen[] = again
      ? comparison.confirmed({ recorded, member, live }, differences, again)
      : differences.map((difference) => ({ difference }));
    replay.tally.compared(seen.length === 0 ? 'same' : 'changed');
    if (seen.length === 0) return;
    const chain = chainTo(recorded, session.exchanges, links);
    tellDifferences(replay.context, {
      seen,
      recorded,
      member,
      recording: session.name,
      chain,
      now: chain.flatMap((one) => all.get(one) ?? []),
      definition: session.readOnly.definitionOf(recorded, member.rpc.name ?? null),
      unsent: this.unsent,
    });
  }
}
