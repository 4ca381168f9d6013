/** `Mcp-Method` naming another method than the body. Source: 2026-07-28 basic/transports/streamable-http § Server Validation. */
import { headerSwap } from '../mutator.js';
import { nearMisses } from './near-misses.js';

const OTHERS = ['server/discover', 'tools/list', 'resources/read'];

export const swapMethodHeader = headerSwap('swap-method-header', 'Mcp-Method', (right, { methods }) => [
  ...new Set([...methods, ...OTHERS, ...nearMisses(right)]),
]);
