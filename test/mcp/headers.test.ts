/** Header lists and the values that travel in `Mcp-Name` and `Mcp-Param-*`. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeHeaderValue,
  encodeHeaderValue,
  header,
  headerValues,
  withHeader,
  withoutHeader,
} from '../../src/mcp/headers.js';

describe('a value in a header', () => {
  test('comes back as it was, and travels as visible ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const encoded = encodeHeaderValue(value);
        expect(decodeHeaderValue(encoded)).toBe(value);
        expect(encoded).toMatch(/^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/);
      }),
    );
  });

  test('that looks like the marker is encoded, half a marker is not', () => {
    expect(encodeHeaderValue('=?base64?YQ==?=')).not.toBe('=?base64?YQ==?=');
    expect(encodeHeaderValue('=?base64?YQ==')).toBe('=?base64?YQ==');
    expect(decodeHeaderValue('=?BASE64?YQ==?=')).toBe('=?BASE64?YQ==?=');
  });

  test.each(['=?base64?YQ=?=', '=?base64?Y*==?=', '=?base64?6f8=?='])('%s is malformed', (value) => {
    expect(decodeHeaderValue(value)).toBeUndefined();
  });
});

test('setting and dropping a header leaves all others in their order and case', () => {
  const list = [
    ['A', '1'],
    ['mcp-name', 'x'],
    ['a', '2'],
    ['Mcp-Name', 'y'],
  ] as const;

  expect(withHeader(list, 'MCP-NAME', 'z')).toEqual([
    ['A', '1'],
    ['MCP-NAME', 'z'],
    ['a', '2'],
  ]);
  expect(withHeader(list, 'New', 'z').at(-1)).toEqual(['New', 'z']);
  expect(withoutHeader(list, 'MCP-name')).toEqual([
    ['A', '1'],
    ['a', '2'],
  ]);
  expect([header(list, 'a'), headerValues(list, 'A')]).toEqual(['1', ['1', '2']]);
});
