import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meant, nearest } from '../../src/config/nearest.js';

describe('nearest', () => {
  it('finds a word with one character dropped, swapped or of another case', () => {
    const known = ['principals', 'allowWrites', 'timeoutMs', 'volatile', 'forbid'];
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.nat(), fc.constantFrom('drop', 'swap', 'case'), (word, place, how) => {
        const at = place % (word.length - 1);
        const [before, a, b, after] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)];
        const mistyped =
          how === 'drop' ? before + b + after : how === 'swap' ? before + b + a + after : word.toUpperCase();
        expect(nearest(mistyped, known)).toBe(word);
        expect(meant(mistyped, known)).toBe(word);
      }),
    );
  });

  it('is nothing among nothing, and is not meant where it is far off', () => {
    expect(nearest('x', [])).toBeUndefined();
    expect(meant('constructor', ['orders', 'files'])).toBeUndefined();
  });
});
