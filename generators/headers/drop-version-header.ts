/** `MCP-Protocol-Version` left out. Source: 2026-07-28 basic/transports/streamable-http § Protocol Version Header. */
import { withoutHeader } from '../../src/mcp/headers.js';
import { headerMutator } from '../mutator.js';

export const dropVersionHeader = headerMutator('drop-version-header', () => [
  (headers) => withoutHeader(headers, 'MCP-Protocol-Version'),
]);
