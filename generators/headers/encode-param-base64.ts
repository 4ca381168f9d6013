/** An `Mcp-Param-*` header in its Base64 form. Source: 2026-07-28 basic/transports/streamable-http § Value Encoding. */
import { decodeHeaderValue, withHeader } from '../../src/mcp/headers.js';
import { headerMutator } from '../mutator.js';
import { inBase64 } from './encode-name-base64.js';
import { eachParamHeader, hasParamHeaders } from './param-headers.js';

export const encodeParamBase64 = headerMutator(
  'encode-param-base64',
  (context) =>
    eachParamHeader(context, (headers, name, value) =>
      withHeader(headers, name, inBase64(decodeHeaderValue(value) ?? value)),
    ),
  { neutral: true, applies: hasParamHeaders },
);
