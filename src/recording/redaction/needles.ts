/**
 * Many texts looked for in one pass. A recorder that is left on learns a secret with each session, so that looking for
 * one after the other would cost more with every hour; here the cost of a text is its own length. It is the algorithm
 * of Rabin and Karp, over windows of the first eight characters.
 */
export const NEEDLE_LENGTH_MIN = 8;

const BASE = 0x01000193;
/** What the character that leaves the window counts for in its hash. */
const LEAVING = Array.from({ length: NEEDLE_LENGTH_MIN - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);
const FILTER_BITS = 18;

export interface Match<T> {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  readonly value: T;
}

/** Texts that begin alike: session ids often do. */
interface Alike<T> {
  readonly lengths: Set<number>;
  readonly values: Map<string, T>;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < NEEDLE_LENGTH_MIN; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
  return hash;
}

export class Needles<T extends object | string> {
  readonly #byHash = new Map<number, Alike<T>>();
  /** Nearly every window is told apart by this alone. */
  readonly #filter = new Uint8Array(1 << FILTER_BITS);

  /** Adds a text of at least eight characters. */
  add(text: string, value: T): void {
    const hash = hashOf(text);
    const alike = this.#byHash.get(hash) ?? { lengths: new Set(), values: new Map<string, T>() };
    alike.lengths.add(text.length);
    alike.values.set(text, value);
    this.#byHash.set(hash, alike);
    this.#filter[hash >>> (32 - FILTER_BITS)] = 1;
  }

  /**
   * Every place where one of the texts stands, overlapping ones too, by their beginnings; given `isTelling`, also at
   * the end one that is cut off there, where it says yes to what is left of it.
   */
  matchesIn(text: string, isTelling?: (beginning: string) => boolean): Match<T>[] {
    const found: Match<T>[] = [];
    if (this.#byHash.size === 0 || text.length < NEEDLE_LENGTH_MIN) return found;
    let hash = hashOf(text);
    for (let from = 0; ; from++) {
      if (this.#filter[hash >>> (32 - FILTER_BITS)] === 1) this.#compare(text, from, hash, found, isTelling);
      const entering = from + NEEDLE_LENGTH_MIN;
      if (entering >= text.length) return found;
      hash = (Math.imul(hash - Math.imul(text.charCodeAt(from), LEAVING), BASE) + text.charCodeAt(entering)) | 0;
    }
  }

  #compare(text: string, from: number, hash: number, found: Match<T>[], isTelling?: (beginning: string) => boolean) {
    const alike = this.#byHash.get(hash);
    for (const length of alike?.lengths ?? []) {
      const part = text.slice(from, from + length);
      const value = part.length === length ? alike?.values.get(part) : undefined;
      if (value !== undefined) found.push({ from, to: from + length, value });
      if (part.length === length || isTelling === undefined) continue;
      const cut = [...(alike?.values ?? [])].find(([whole]) => whole.startsWith(part));
      if (cut !== undefined && isTelling(part)) found.push({ from, to: text.length, value: cut[1] });
    }
  }
}
