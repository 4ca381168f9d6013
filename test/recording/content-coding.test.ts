import zlib from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeContent } from '../../src/recording/content-coding.js';

const ENCODE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => zlib.gzipSync(bytes),
  deflate: (bytes) => zlib.deflateSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes),
};

const coded = (value: string) => [['Content-Encoding', value]] as const;

describe('a content coding', () => {
  it('is undone, or several in their order', () => {
    const content = fc.uint8Array({ minLength: 1, maxLength: 500 }).map((bytes) => Buffer.from(bytes));
    const codings = fc.array(fc.constantFrom(...Object.keys(ENCODE)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(content, codings, (bytes, names) => {
        const wire = names.reduce<Buffer>((done, name) => ENCODE[name]!(done), bytes);
        expect(decodeContent(wire, coded(names.join(', ')))).toEqual({ kind: 'decoded', bytes });
      }),
    );
  });

  it('may be deflate in its raw form', () => {
    const bytes = Buffer.from('raw '.repeat(100));
    expect(decodeContent(zlib.deflateRawSync(bytes), coded('deflate'))).toEqual({ kind: 'decoded', bytes });
  });

  it('of a body that was cut is undone as far as it goes', () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => `${i * 7919} `).join(''));
    const wire = zlib.gzipSync(bytes);
    const decoding = decodeContent(wire.subarray(0, wire.length / 2), coded('gzip'));
    expect(decoding.kind).toBe('decoded');
    const found = decoding.kind === 'decoded' ? decoding.bytes : Buffer.alloc(0);
    expect(found.length).toBeGreaterThan(1000);
    expect(bytes.subarray(0, found.length)).toEqual(found);
  });

  it('that is not known, or not what the bytes are in, is left', () => {
    expect(decodeContent(Buffer.from('x'), coded('x-unknown'))).toEqual({ kind: 'undecodable' });
    expect(decodeContent(Buffer.from('plain'), coded('gzip'))).toEqual({ kind: 'undecodable' });
    expect(decodeContent(Buffer.from('plain'), coded('identity'))).toEqual({ kind: 'plain' });
  });

  it('is not undone where the content would fill the memory', () => {
    const bomb = zlib.gzipSync(Buffer.alloc(1001));
    expect(decodeContent(bomb, coded('gzip'), 1000)).toEqual({ kind: 'too-large' });
  });
});
