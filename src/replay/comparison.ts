/** Holds this run's answers against the recorded ones, less what is known to move. */
import type { Exchange } from '../exchange/exchange.js';
import { callKey } from './baseline.js';
import { compareAnswers, type Difference } from './compare.js';
import { documentOf } from './document.js';
import type { Links } from './links.js';
import type { Member } from './members.js';
import { learnNoise, withoutNoise, withoutVolatile, type Noise } from './volatile.js';

export interface Seen {
  readonly difference: Difference;
  /** `1/2` where another answer of the same run did not show it. */
  readonly seen?: string;
}

const placeOf = ({ keys, kind }: Difference): string => JSON.stringify([keys, kind]);

export class Comparison {
  readonly #links: Links;
  readonly #noise: ReadonlyMap<string, Noise>;
  readonly #volatile: readonly string[];

  constructor(links: Links, noise: ReadonlyMap<string, Noise>, volatile: readonly string[]) {
    this.#links = links;
    this.#noise = noise;
    this.#volatile = volatile;
  }

  /** What differs beyond the noise that the recording itself shows, and what its owner declared volatile. */
  differences(recorded: Exchange, member: Member, live: Exchange, idToken = member.idToken): Difference[] {
    const was = this.#links.inThisRun(documentOf(recorded, member));
    const is = documentOf(live, { ...member, idToken });
    const noise = this.#noise.get(callKey(recorded, member)) ?? new Map<string, readonly unknown[]>();
    return withoutVolatile(this.#withoutNoise(compareAnswers(was, is), noise), this.#volatile, [was, is]);
  }

  /** The differences that a second answer of this run leaves standing: what moves between the two is noise. */
  confirmed(
    { recorded, member, live }: { readonly recorded: Exchange; readonly member: Member; readonly live: Exchange },
    differences: readonly Difference[],
    again: { readonly live: Exchange; readonly idToken: string },
  ): Seen[] {
    const second = documentOf(again.live, { ...member, idToken: again.idToken });
    const moving = learnNoise(compareAnswers(documentOf(live, member), second));
    const seenAgain = new Set(this.differences(recorded, member, again.live, again.idToken).map(placeOf));
    return this.#withoutNoise(differences, moving).map((difference) =>
      seenAgain.has(placeOf(difference)) ? { difference } : { difference, seen: '1/2' },
    );
  }

  #withoutNoise(differences: readonly Difference[], noise: Noise): Difference[] {
    const left = new Set(withoutNoise(differences, noise));
    return differences.filter((difference) => left.has(difference) || this.#links.asserts(difference.was));
  }
}
