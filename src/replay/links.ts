/**
 * The links of a recording as they are in this run: each value that the server made then, with the one that it makes
 * now in the same place. They are put into later requests, and into what was recorded before it is compared, so that a
 * minted value is no difference by itself and equal ones must stay equal.
 */
import type { Exchange, Request } from '../exchange/exchange.js';
import { findBindings, isHidden, madeBy, valueInAnswer, type Binding } from './bindings.js';
import type { AnswerDocument } from './document.js';
import { embeddedJson } from './embedded.js';
import { plainText, writeExact } from '../mcp/exact-json.js';
import { isComposite, type Keys, type Leaf } from './json-place.js';
import { looksMinted, mapParts, isNamedId, isUnique, nameOfPlace, partsOf, valueKey } from './minted.js';
import { requestMembers } from './members.js';
import { isAlike } from './shape.js';
import { rewriteRequest, sentValues } from './sent-values.js';

interface Link extends Binding {
  /** The value of this run; absent until it was made. */
  now?: { readonly value: unknown };
}

/** A value that a request would send and that this run has not got. */
export interface Unmade {
  readonly value: unknown;
  readonly made: Exchange;
}

export class Links {
  readonly #links = new Map<string, Link>();
  readonly #bySource = new Map<Exchange, Link[]>();
  /** Values that only exchanges made that were not sent again. */
  readonly #left = new Map<string, Exchange>();
  readonly #seen = new Set<string>();

  constructor(recorded: readonly Exchange[], isWrite?: (exchange: Exchange) => boolean) {
    for (const binding of findBindings(recorded, isWrite)) {
      const link: Link = { ...binding };
      this.#links.set(valueKey(binding.value) ?? '', link);
      this.#bySource.set(link.made, [...(this.#bySource.get(link.made) ?? []), link]);
    }
  }

  /** The exchanges that made what a request sends. */
  sourcesOf(recorded: Exchange): readonly Exchange[] {
    const sources = [...this.#links.values()].filter(({ sentBy }) => sentBy.includes(recorded));
    return [...new Set(sources.map(({ made }) => made))];
  }

  /** Takes note of what this run made in the place of what was recorded. */
  resolve(recorded: Exchange, live: Exchange): void {
    for (const link of this.#bySource.get(recorded) ?? []) {
      const value = valueInAnswer(live, link.place);
      // A server that has become stateless gives no session id, and its clients send none.
      if (value === undefined && link.place.in === 'session' && live.outcome === 'ok') link.now = { value: null };
      if (value !== undefined && (isHidden(link.value) || isAlike(link.value, value))) link.now = { value };
    }
    for (const { value } of madeBy(recorded)) this.#seen.add(valueKey(value) ?? '');
  }

  /** Takes note of an exchange that is not sent again: what it made, and what it carried, does not exist in this run. */
  leaveOut(recorded: Exchange): void {
    const values = [...madeBy(recorded), ...sentValues(recorded.request)].map(({ value }) => value);
    for (const value of values) {
      const key = valueKey(value);
      if (key !== undefined && looksMinted(value) && !this.#seen.has(key) && !this.#left.has(key))
        this.#left.set(key, recorded);
    }
  }

  /** The request with this run's values, or the first value that it has not got. */
  apply(request: Request): { readonly request: Request } | { readonly unmade: Unmade } {
    let unmade: Unmade | undefined;
    const value = (leaf: Leaf): unknown =>
      this.#translate(leaf, ({ value: recorded, made }) => {
        unmade ??= { value: recorded, made };
        return recorded;
      });
    const rewritten = rewriteRequest(request, { value });
    return unmade ? { unmade } : { request: rewritten };
  }

  /** What was recorded, with this run's values. */
  inThisRun(document: AnswerDocument | undefined): AnswerDocument | undefined {
    if (![...this.#links.values()].some(({ now }) => now)) return document;
    return this.#deep(document, []) as AnswerDocument | undefined;
  }

  /**
   * Whether a value stands for one that this run made, and could be nothing else: where it was equal to what the server
   * had minted it has to be equal again, so that no noise excuses it.
   */
  asserts(value: unknown): boolean {
    if (!isUnique(value)) return false;
    return [...this.#links.values()].some(({ now }) => now?.value === value);
  }

  /** The exchange that was left out and made something that this answer shows. */
  leftOutBehind(recorded: Exchange): Exchange | undefined {
    for (const { value } of madeBy(recorded)) {
      const keys = [valueKey(value), ...(typeof value === 'string' ? partsOf(value).map(valueKey) : [])];
      for (const key of keys) {
        const made = key === undefined ? undefined : this.#left.get(key);
        if (made !== undefined && requestMembers(made).length > 0) return made;
      }
    }
    return undefined;
  }

  #deep(value: unknown, keys: Keys): unknown {
    if (typeof value === 'string') {
      const inside = embeddedJson(value);
      if (inside !== undefined) return writeExact(this.#deep(inside, keys));
    }
    if (Array.isArray(value)) return value.map((one, i) => this.#deep(one, [...keys, i]));
    if (!isComposite(value)) return this.#translate({ keys, value }, ({ value: recorded }) => recorded);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#deep(one, [...keys, key])]));
  }

  #translate({ keys, value }: Leaf, without: (link: Link) => unknown): unknown {
    const whole = this.#links.get(valueKey(value) ?? '');
    const now = (link: Link): unknown => (link.now ? link.now.value : without(link));
    if (whole && (looksMinted(value) || isNamedId(value, nameOfPlace(keys)) || whole.place.in !== 'document'))
      return now(whole);
    if (typeof value !== 'string') return value;
    return mapParts(value, (part) => {
      const link = this.#links.get(`s:${part}`);
      return link ? plainText(now(link)) : part;
    });
  }
}
