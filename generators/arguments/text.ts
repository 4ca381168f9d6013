/** Strings by length and alphabet, with shrinking that takes tens of steps, not thousands, for the longest. */
import * as fc from 'fast-check';
import { characters } from './json.js';
import { lengthWithin, shorterThan } from './lengths.js';

const from = (text: string): readonly string[] => Array.from(text);

/** Alphabets, the plain ones more often: what breaks programs is a kind of character rather than a character. */
const ALPHABETS: readonly { readonly weight: number; readonly letters: readonly string[] }[] = [
  { weight: 5, letters: from('abcdefghijklmnopqrstuvwxyz ') },
  { weight: 3, letters: Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)) },
  { weight: 1, letters: from('0123456789') },
  { weight: 2, letters: from('äßéñçøİıſЖщאبनไ中文日本한국') },
  { weight: 2, letters: from('😀🦀𝒳𐍈𠜎🇩🏽') },
  { weight: 1, letters: from('e\u0301a\u200d\u202e\u200b\ufeff\u00a0\u2028') },
  { weight: 1, letters: from(' \t\n\r') },
  { weight: 1, letters: from('"\\/<>&\'`${}%;') },
];
const WEIGHTS = ALPHABETS.reduce((sum, { weight }) => sum + weight, 0);
/** A long text repeats a block: it costs its copying, and what matters about it is its length. */
const BLOCK_CHARACTERS = 48;

function alphabet(random: fc.Random): readonly string[] {
  let ticket = random.nextInt(1, WEIGHTS);
  return ALPHABETS.find(({ weight }) => (ticket -= weight) <= 0)?.letters ?? from('a');
}

function written(length: number, random: fc.Random): string {
  const letters = alphabet(random);
  const block = Array.from(
    { length: Math.min(length, BLOCK_CHARACTERS) },
    () => letters[random.nextInt(0, letters.length - 1)] ?? 'a',
  );
  if (length <= BLOCK_CHARACTERS) return block.join('');
  const times = Math.floor(length / BLOCK_CHARACTERS);
  return block.join('').repeat(times) + block.slice(0, length % BLOCK_CHARACTERS).join('');
}

/** Ever plainer texts of the same length: the whole, the front half, the back half, then each kind of character. */
function* plainer(letters: readonly string[]): Generator<string> {
  const plain = (replace: (at: number) => boolean): string =>
    letters.map((letter, at) => (replace(at) ? 'a' : letter)).join('');
  const half = Math.floor(letters.length / 2);
  yield plain(() => true);
  yield plain((at) => at < half);
  yield plain((at) => at >= half);
  const kinds = [...new Set(letters)].filter((letter) => letter !== 'a').slice(0, BLOCK_CHARACTERS);
  for (const kind of kinds) yield plain((at) => letters[at] === kind);
}

export class TextArbitrary extends fc.Arbitrary<string> {
  readonly #min: number;
  readonly #max: number;

  constructor(min: number, max: number) {
    super();
    this.#min = min;
    this.#max = max;
  }

  generate(random: fc.Random): fc.Value<string> {
    return new fc.Value(written(lengthWithin(this.#min, this.#max, random), random), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string' && characters(value) >= this.#min && characters(value) <= this.#max;
  }

  shrink(value: string): fc.Stream<fc.Value<string>> {
    const min = this.#min;
    function* smaller(): Generator<fc.Value<string>> {
      const letters = Array.from(value);
      for (const length of shorterThan(letters.length, min)) {
        yield new fc.Value(letters.slice(0, length).join(''), undefined);
        if (length > 0) yield new fc.Value(letters.slice(-length).join(''), undefined);
      }
      for (const text of plainer(letters)) if (text !== value) yield new fc.Value(text, undefined);
    }
    return fc.stream(smaller());
  }
}
