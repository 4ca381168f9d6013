/** stdio lines: LF alone ends one, wherever the bytes are cut. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from '../../src/mcp/lines.js';

test('however the bytes are cut, the lines are the same', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '🗝', '\u2028', '\r', '\n', '"'), { maxLength: 30 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 5 }), (whole, size) => {
      const bytes = Buffer.from(whole);
      const splitter = new LineSplitter();
      const lines: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        lines.push(...splitter.push(bytes.subarray(at, at + size)).map(String));
      const rest = splitter.rest();
      expect([...lines, rest === undefined ? '' : String(rest)]).toEqual(whole.split('\n'));
    }),
  );
});
