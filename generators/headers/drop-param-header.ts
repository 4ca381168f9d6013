/**
 * An `Mcp-Param-*` header left out though its argument is there.
 * Source: 2026-07-28 basic/transports/streamable-http § Custom Headers from Tool Parameters.
 */
import { withoutHeader } from '../../src/mcp/headers.js';
import { headerMutator } from '../mutator.js';
import { eachParamHeader, hasParamHeaders } from './param-headers.js';

export const dropParamHeader = headerMutator(
  'drop-param-header',
  (context) => eachParamHeader(context, (headers, name) => withoutHeader(headers, name)),
  { applies: hasParamHeaders },
);
