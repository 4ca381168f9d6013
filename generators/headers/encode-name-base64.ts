/**
 * `Mcp-Name` in its Base64 form, which a server must decode before it compares.
 * Source: 2026-07-28 basic/transports/streamable-http § Value Encoding.
 */
import { decodeHeaderValue } from '../../src/mcp/headers.js';
import { headerSwap } from '../mutator.js';

export const inBase64 = (value: string): string => `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;

export const encodeNameBase64 = headerSwap(
  'encode-name-base64',
  'Mcp-Name',
  (right) => [inBase64(decodeHeaderValue(right) ?? right)],
  { neutral: true },
);
