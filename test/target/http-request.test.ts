import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Request } from '../../src/exchange/exchange.js';
import { bytesOf, completeRequest } from '../../src/target/http-request.js';

const request = (change: Partial<Request> = {}): Request => ({
  method: 'POST',
  path: '/mcp?x=1',
  headers: [['content-TYPE', 'application/json']],
  body: { bytes: Buffer.from('{}') },
  ...change,
});

describe('completeRequest', () => {
  it('puts the Host first, the length after what is there, and credentials last', () => {
    expect(completeRequest(request(), 'example.test:80', [['Authorization', 'Bearer x']]).headers).toEqual([
      ['Host', 'example.test:80'],
      ['content-TYPE', 'application/json'],
      ['Content-Length', '2'],
      ['Authorization', 'Bearer x'],
    ]);
  });

  it('leaves a Host and a length that are there as they are, wrong ones too', () => {
    const headers = [
      ['hOst', 'evil.test'],
      ['content-length', '7'],
    ] as const;
    expect(completeRequest(request({ headers }), 'example.test', []).headers).toEqual(headers);
  });

  it('adds no length to a GET without a body', () => {
    const get = request({ method: 'GET', headers: [], body: { bytes: Buffer.alloc(0) } });
    expect(completeRequest(get, 'h', []).headers).toEqual([['Host', 'h']]);
  });
});

describe('bytesOf', () => {
  it('writes names and values byte for byte, as Latin-1', () => {
    const text = fc.stringMatching(/^[\x21-\x7e\x80-\xff]{1,20}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), fc.uint8Array(), (headers, body) => {
        const bytes = bytesOf(request({ headers, body: { bytes: Buffer.from(body) } }));
        const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        fc.pre(!headers.some(([name]) => name.toLowerCase() === 'transfer-encoding'));
        expect(bytes.toString('latin1')).toBe(
          `POST /mcp?x=1 HTTP/1.1\r\n${lines}\r\n${Buffer.from(body).toString('latin1')}`,
        );
      }),
    );
  });

  it('frames a body that is announced as chunked', () => {
    const bytes = bytesOf(
      request({ headers: [['Transfer-Encoding', 'chunked']], body: { bytes: Buffer.from('hello world') } }),
    );
    expect(bytes.toString()).toMatch(/\r\n\r\nb\r\nhello world\r\n0\r\n\r\n$/);
  });
});
