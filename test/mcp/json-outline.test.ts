import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonOutline } from '../../src/mcp/json-outline.js';

function outlineOf(text: string, step = 7): string | undefined {
  const outline = new JsonOutline();
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at += step) outline.add(bytes.subarray(at, at + step));
  return outline.text();
}

describe('the outline of a JSON text', () => {
  it('has method, id and names, wherever they stand, and leaves long values empty', () => {
    const long = 'x"é'.repeat(5000);
    const text = JSON.stringify({
      method: 'tools/call',
      params: {
        name: 'write',
        arguments: { text: long, deep: { er: [1, 2, { a: 'b' }] } },
        _meta: { v: '2026-07-28' },
      },
      jsonrpc: '2.0',
      id: 'é-1',
    });
    expect(JSON.parse(outlineOf(text) ?? '')).toEqual({
      method: 'tools/call',
      params: { name: 'write', arguments: { text: '', deep: {} }, _meta: { v: '2026-07-28' } },
      jsonrpc: '2.0',
      id: 'é-1',
    });
  });

  it('is the text itself where that is short and shallow, however it is cut', () => {
    const value = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)));
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 9 }), (members, step) => {
        const text = JSON.stringify(members);
        expect(outlineOf(text, step)).toBe(text);
      }),
    );
  });

  it('is JSON wherever the text is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(() => JSON.parse(outlineOf(text) ?? '')).not.toThrow();
      }),
    );
  });

  it('gives up on a text with more outer members than it can hold', () => {
    const many = `{${Array.from({ length: 200_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`;
    expect(outlineOf(many, 65_536)).toBeUndefined();
  });
});
