/** The envelope naming another revision than the header. Source: 2026-07-28 basic/transports/streamable-http § Protocol Version Header. */
import * as fc from 'fast-check';
import { META_VERSION } from '../../src/mcp/envelope.js';
import { LATEST_VERSION, UNKNOWN_VERSION } from '../../src/mcp/eras.js';
import { replaceAt } from '../../src/mcp/json-text.js';
import { bodyMutator } from '../mutator.js';

export const OTHER_VERSIONS = [
  UNKNOWN_VERSION,
  LATEST_VERSION.legacy,
  '2024-11-05',
  '',
  'latest',
  ` ${LATEST_VERSION.modern}`,
];

export const swapMetaVersion = bodyMutator(
  'swap-meta-version',
  fc
    .constantFrom(...OTHER_VERSIONS)
    .map((version) => (text) => replaceAt(text, ['params', '_meta', META_VERSION], JSON.stringify(version))),
);
