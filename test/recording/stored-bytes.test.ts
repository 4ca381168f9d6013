import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asJsonWhereExact, bytesOf, storedBytes } from '../../src/recording/stored-bytes.js';
import { anyBytes, bytes } from './exchanges.js';

describe('stored bytes', () => {
  it('give back every byte, whatever they are', () => {
    fc.assert(
      fc.property(anyBytes, (raw) => {
        expect(bytesOf(asJsonWhereExact(storedBytes(raw)))).toEqual(raw);
      }),
      { numRuns: 1000 },
    );
  });

  it('show JSON as JSON where writing it again gives the same text', () => {
    expect(asJsonWhereExact(storedBytes(bytes('{"id":1,"b":["é\u2028"]}')))).toEqual({
      json: { id: 1, b: ['é\u2028'] },
    });
  });

  it.each(['{"a":1,"a":2}', '9007199254740993', '1.0', '-0', '{ }', '{"b":1,"1":2}', '"\\u00e9"', 'nul'])(
    'keep %s as the text that it is',
    (text) => {
      expect(asJsonWhereExact(storedBytes(bytes(text)))).toEqual({ text });
    },
  );

  it('keep text that is nested too deeply to be written again', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(bytesOf(asJsonWhereExact(storedBytes(bytes(deep)))).toString()).toBe(deep);
  });

  it('are Base64 where they are no UTF-8', () => {
    expect(storedBytes(Buffer.from([0xc3, 0x28]))).toEqual({ base64: 'wyg=' });
  });
});
