import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EndpointRewriter } from '../../src/proxy/endpoint-event.js';

/** What goes to the client for a stream that comes in pieces of a size. */
function through(stream: string, size = stream.length): string {
  const rewriter = new EndpointRewriter('http://127.0.0.1:4000', 'http://127.0.0.1:4141');
  const bytes = Buffer.from(stream, 'latin1');
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += Math.max(size, 1))
    out.push(rewriter.push(bytes.subarray(at, at + Math.max(size, 1))));
  out.push(rewriter.rest() ?? Buffer.alloc(0));
  return Buffer.concat(out).toString('latin1');
}

const ENDPOINT = 'event: endpoint\ndata: http://127.0.0.1:4000/messages?sessionId=7\n\n';
const LED = 'event: endpoint\ndata: http://127.0.0.1:4141/messages?sessionId=7\n\n';

describe('the endpoint event of a legacy stream', () => {
  it.each([1, 2, 7, 1000])('leads to the proxy, in pieces of %i bytes, with what follows untouched', (size) => {
    const rest = `data: {"url":"http://127.0.0.1:4000/"}\n\n${ENDPOINT}: tail`;
    expect(through(ENDPOINT + rest, size)).toBe(LED + rest);
  });

  it('may follow comments', () => {
    expect(through(`: hi\n\nretry: 5\n\n${ENDPOINT}`)).toBe(`: hi\n\nretry: 5\n\n${LED}`);
  });

  it('that is a path, or leads elsewhere, stays', () => {
    for (const url of ['/messages', 'http://other.example/messages']) {
      expect(through(`event: endpoint\r\ndata: ${url}\r\n\r\n`)).toBe(`event: endpoint\r\ndata: ${url}\r\n\r\n`);
    }
  });

  it('is waited for no longer than it may still come', () => {
    const rewriter = new EndpointRewriter('http://a', 'http://b');
    expect(rewriter.push(Buffer.from('event: message\nda')).toString()).toBe('event: message\nda');
    expect(rewriter.push(Buffer.from('ta: 1')).toString()).toBe('ta: 1');
  });

  it('is the only thing that changes in any stream', () => {
    const pieces = fc.array(fc.constantFrom('event: message', 'data: x', ': c', 'id', '\n', '\r', '\r\n', '\xff'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 9 }), (parts, size) => {
        expect(through(parts.join(''), size)).toBe(parts.join(''));
      }),
    );
  });
});
