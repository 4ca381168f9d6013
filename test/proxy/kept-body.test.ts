import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rpcOf } from '../../src/exchange/exchange.js';
import { KeptBody } from '../../src/proxy/kept-body.js';

function kept(text: string, bytesMax: number, step = 1000) {
  const body = new KeptBody(bytesMax);
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at += step) body.add(bytes.subarray(at, at + step));
  return body.body([]);
}

describe('a body that is kept', () => {
  it('is whole up to the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.integer({ min: 1, max: 9 }), (text, step) => {
        expect(kept(text, 1000, step)).toEqual({ bytes: Buffer.from(text, 'utf8') });
      }),
    );
  });

  it('beyond the limit says so with its length, and stays text', () => {
    const body = kept('é'.repeat(100), 7);
    expect(body.bytes.toString('utf8')).toBe('ééé');
    expect(body).toMatchObject({ truncated: true, wireLength: 200 });
  });

  it('beyond the limit is still read: an id that comes last, as programs write it', () => {
    const text = JSON.stringify({
      method: 'tools/call',
      params: { name: 'x', arguments: { big: 'y'.repeat(5000) } },
      jsonrpc: '2.0',
      id: 7,
    });
    expect(rpcOf({ body: kept(text, 100) })).toMatchObject({
      kind: 'single',
      message: { kind: 'request', idToken: '7', method: 'tools/call', name: 'x' },
    });
  });
});
