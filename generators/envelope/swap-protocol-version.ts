/** Header and envelope naming the same other revision. Source: 2026-07-28 basic/versioning § Protocol Version Negotiation. */
import * as fc from 'fast-check';
import { editBody, editHeaders } from '../../src/exchange/draft.js';
import { META_VERSION } from '../../src/mcp/envelope.js';
import { LATEST_VERSION, UNKNOWN_VERSION } from '../../src/mcp/eras.js';
import { withHeader } from '../../src/mcp/headers.js';
import { replaceAt } from '../../src/mcp/json-text.js';
import type { Mutator } from '../mutator.js';

const NAME = 'swap-protocol-version';
const VERSIONS = [UNKNOWN_VERSION, LATEST_VERSION.legacy, '2026-07-29', '1.0.0'];

export const swapProtocolVersion: Mutator = {
  name: NAME,
  neutral: false,
  mutations: ({ transport = 'http' }) =>
    fc.constantFrom(...VERSIONS).map((version) => ({
      name: NAME,
      neutral: false,
      apply(request) {
        const body = editBody(request, (text) =>
          replaceAt(text, ['params', '_meta', META_VERSION], JSON.stringify(version)),
        );
        if (transport !== 'http') return body;
        return editHeaders(body, (headers) => withHeader(headers, 'MCP-Protocol-Version', version));
      },
    })),
};
