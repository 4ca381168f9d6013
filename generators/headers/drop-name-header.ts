/** `Mcp-Name` left out. Source: 2026-07-28 basic/transports/streamable-http § Standard Request Headers. */
import { withoutHeader } from '../../src/mcp/headers.js';
import { headerMutator } from '../mutator.js';

export const dropNameHeader = headerMutator('drop-name-header', () => [
  (headers) => withoutHeader(headers, 'Mcp-Name'),
]);
