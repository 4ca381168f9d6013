/**
 * The bytes of an HTTP request: what it says, in its order and case, and what it must say to be read at all where it
 * does not: `Host`, and the length of its body. Source: RFC 9112 §§ 3, 6.
 */
import type { Request } from '../exchange/exchange.js';
import { header, headerValues, type HeaderList } from '../mcp/headers.js';

/** Methods whose empty body is announced (RFC 9110 § 8.6). */
const BODY_EXPECTED = new Set(['POST', 'PUT', 'PATCH']);

/** The request as it will cross the wire: credentials at the end, added fields before them. */
export function completeRequest(request: Request, host: string, credentials: HeaderList): Request {
  const { headers, method, body } = request;
  const lacks = (name: string): boolean => header(headers, name) === undefined;
  const hasLength = !lacks('content-length') || !lacks('transfer-encoding');
  const needsLength = !hasLength && (body.bytes.length > 0 || BODY_EXPECTED.has(method));
  return {
    ...request,
    headers: [
      ...(lacks('host') ? [['Host', host] as const] : []),
      ...headers,
      ...(needsLength ? [['Content-Length', String(body.bytes.length)] as const] : []),
      ...credentials,
    ],
  };
}

/** Head and body. A body that is announced as chunked is sent as one chunk: a Request holds content, not framing. */
export function bytesOf({ method, path, headers, body }: Request): Buffer {
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${fields}\r\n`, 'latin1');
  const codings = headerValues(headers, 'transfer-encoding').join(',').toLowerCase().split(',');
  if (codings.at(-1)?.trim() !== 'chunked') return Buffer.concat([head, body.bytes]);
  const size = body.bytes.length.toString(16);
  const chunk = body.bytes.length === 0 ? [] : [Buffer.from(`${size}\r\n`), body.bytes, Buffer.from('\r\n')];
  return Buffer.concat([head, ...chunk, Buffer.from('0\r\n\r\n')]);
}
