import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpParser, type HttpEvent } from '../../src/target/http-parser.js';

interface Seen {
  head?: Extract<HttpEvent, { type: 'head' }>;
  body: string;
  ended: boolean;
  malformed?: string;
}

/** What an answer was read as, however its bytes were cut. */
function read(chunks: readonly Buffer[], { method = 'POST', close = true } = {}): Seen {
  const parser = new HttpParser(method);
  const events = chunks.flatMap((chunk) => parser.push(chunk));
  if (close) events.push(...parser.close());
  const seen: Seen = { body: '', ended: false };
  for (const event of events) {
    if (event.type === 'head') seen.head = event;
    if (event.type === 'body') seen.body += event.bytes.toString('latin1');
    if (event.type === 'end') seen.ended = true;
    if (event.type === 'malformed') seen.malformed = event.reason;
  }
  return seen;
}

const readText = (text: string, options = {}): Seen => read([Buffer.from(text, 'latin1')], options);

const token = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/)
  .filter((name) => !/^(content-length|transfer-encoding)$/i.test(name));
const value = fc.stringMatching(/^[\x21-\x7e\x80-\xff]([\x20-\x7e\x80-\xff]{0,20}[\x21-\x7e\x80-\xff])?$/);
const headers = fc.array(fc.tuple(token, value), { maxLength: 8 });

/** A body in one of the three framings, as the bytes that cross the wire. */
const framed = fc.oneof(
  fc
    .uint8Array({ maxLength: 200 })
    .map((body) => ({ body: Buffer.from(body), field: `Content-Length: ${body.length}`, wire: Buffer.from(body) })),
  fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 5 }).map((parts) => ({
    body: Buffer.concat(parts),
    field: 'Transfer-Encoding: chunked',
    wire: Buffer.concat([
      ...parts.map((part) =>
        Buffer.concat([Buffer.from(`${part.length.toString(16).toUpperCase()};ext=1\r\n`), part, Buffer.from('\r\n')]),
      ),
      Buffer.from('0\r\nTrailer: x\r\n\r\n'),
    ]),
  })),
  fc
    .uint8Array({ maxLength: 200 })
    .map((body) => ({ body: Buffer.from(body), field: 'X-Framing: close', wire: Buffer.from(body) })),
);

/** Cuts bytes at arbitrary places. */
const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...at, bytes.length].map((end, i) => bytes.subarray(i === 0 ? 0 : (at[i - 1] ?? 0), end));
};

describe('HttpParser', () => {
  it('reads the same answer however its bytes are cut', () => {
    fc.assert(
      fc.property(
        headers,
        framed,
        fc.integer({ min: 200, max: 599 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (fields, { body, field, wire }, status, places) => {
          fc.pre(status !== 204 && status !== 304);
          const lines = [
            `HTTP/1.1 ${status} Some Reason`,
            ...fields.map(([name, text]) => `${name}: ${text}`),
            field,
            '',
            '',
          ];
          const seen = read(cut(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), wire]), places));
          expect(seen.head).toEqual({
            type: 'head',
            status,
            reason: 'Some Reason',
            headers: [...fields, field.split(': ')],
          });
          expect(seen.body).toBe(body.toString('latin1'));
          expect(seen.ended).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, withHead) => {
        const start = withHead ? 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n' : '';
        read([Buffer.from(start), Buffer.from(bytes)]);
      }),
    );
  });

  it('keeps case, order, duplicates and bytes of header fields', () => {
    const { head } = readText(
      'HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nX-B:  \xe9 \t\r\nset-cookie: b\r\nContent-Length: 0\r\n\r\n',
    );
    expect(head?.headers).toEqual([
      ['Set-Cookie', 'a'],
      ['X-B', '\xe9'],
      ['set-cookie', 'b'],
      ['Content-Length', '0'],
    ]);
  });

  it('skips interim answers', () => {
    const seen = readText(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n',
    );
    expect(seen.head).toMatchObject({ status: 202, headers: [['Content-Length', '0']] });
    expect(seen.ended).toBe(true);
  });

  it.each([
    ['POST', '204 No Content'],
    ['POST', '304 Not Modified'],
    ['HEAD', '200 OK'],
  ])('reads no body after %s answered by %s', (method, status) => {
    const seen = readText(`HTTP/1.1 ${status}\r\nContent-Length: 5\r\n\r\n`, { method, close: false });
    expect(seen).toMatchObject({ body: '', ended: true });
  });

  it('takes the chunked framing where a length stands beside it', () => {
    expect(
      readText('HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n'),
    ).toMatchObject({ body: 'ab', ended: true });
  });

  it('takes a repeated equal Content-Length and refuses different ones', () => {
    expect(readText('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab').ended).toBe(true);
    expect(readText('HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nab').malformed).toContain('Content-Length');
  });

  it('says that a body was cut by not ending it', () => {
    expect(readText('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab')).toMatchObject({ body: 'ab', ended: false });
    expect(readText('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab')).toMatchObject({
      body: 'ab',
      ended: false,
    });
  });

  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', 'status line'],
    ['HTTP/1.1 200 OK\r\nno field\r\n\r\n', 'header field'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 'chunk size'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n', 'chunk is longer'],
  ])('calls %j malformed', (text, why) => {
    expect(readText(text).malformed).toContain(why);
  });

  it('gives up on a head that never ends', () => {
    expect(readText(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(60_000)}`).malformed).toContain('too long');
    expect(readText(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(300_000)}`).malformed).toContain('too long');
  });
});
