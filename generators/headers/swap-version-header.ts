/** `MCP-Protocol-Version` naming another revision. Source: 2026-07-28 basic/transports/streamable-http § Protocol Version Header. */
import { LATEST_VERSION, UNKNOWN_VERSION } from '../../src/mcp/eras.js';
import { headerSwap } from '../mutator.js';

export const swapVersionHeader = headerSwap('swap-version-header', 'MCP-Protocol-Version', (right) => [
  UNKNOWN_VERSION,
  LATEST_VERSION.legacy,
  LATEST_VERSION.modern,
  `${right}-x`,
  right.slice(0, -1),
  '1',
  'latest',
]);
