/**
 * `Mcp-Name` marked as Base64 that is none: a foreign letter, a part missing, a marker in another case (which is then
 * plain text). Source: 2026-07-28 basic/transports/streamable-http § Value Encoding.
 */
import { decodeHeaderValue } from '../../src/mcp/headers.js';
import { headerSwap } from '../mutator.js';
import { inBase64 } from './encode-name-base64.js';

export const malformBase64 = headerSwap('malform-base64', 'Mcp-Name', (right) => {
  const name = decodeHeaderValue(right) ?? right;
  const right64 = Buffer.from(name, 'utf8').toString('base64');
  return [
    '=?base64?***?=',
    `=?base64?${right64.slice(0, 2)}*${right64.slice(2)}?=`,
    `=?base64?${right64.slice(0, -1)}?=`,
    `=?base64?/w==?=`,
    inBase64(name).replace('base64', 'BASE64'),
    `=?base64?${right64}`,
  ];
});
