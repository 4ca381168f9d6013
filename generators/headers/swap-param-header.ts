/**
 * An `Mcp-Param-*` header with another value than its argument.
 * Source: 2026-07-28 basic/transports/streamable-http § Custom Headers from Tool Parameters.
 */
import { decodeHeaderValue, encodeHeaderValue, withHeader } from '../../src/mcp/headers.js';
import { headerMutator } from '../mutator.js';
import { nearMisses } from './near-misses.js';
import { eachParamHeader, hasParamHeaders } from './param-headers.js';

/** As many as there are kinds of near misses. */
const CHOICES = [0, 1, 2, 3, 4, 5];

export const swapParamHeader = headerMutator(
  'swap-param-header',
  (context) =>
    CHOICES.flatMap((choice) =>
      eachParamHeader(context, (headers, name, value) => {
        const misses = nearMisses(decodeHeaderValue(value) ?? value);
        const miss = misses[choice % Math.max(1, misses.length)] ?? 'x';
        return withHeader(headers, name, encodeHeaderValue(miss));
      }),
    ),
  { applies: hasParamHeaders },
);
