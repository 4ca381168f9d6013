/**
 * `Mcp-Name` naming another tool than the body: a real one, or a near miss.
 * Source: 2026-07-28 basic/transports/streamable-http § Server Validation.
 */
import { encodeHeaderValue } from '../../src/mcp/headers.js';
import { headerSwap } from '../mutator.js';
import { nearMisses } from './near-misses.js';

export const swapNameHeader = headerSwap('swap-name-header', 'Mcp-Name', (right, { toolNames }) => [
  ...new Set([...toolNames.map(encodeHeaderValue), ...nearMisses(right)]),
]);
