/** The envelope without the client's capabilities. Source: 2026-07-28 basic/index § _meta. */
import * as fc from 'fast-check';
import { META_CAPABILITIES } from '../../src/mcp/envelope.js';
import { withoutMemberAt } from '../json-edit.js';
import { bodyMutator } from '../mutator.js';

export const dropCapabilities = bodyMutator(
  'drop-capabilities',
  fc.constant((text) => withoutMemberAt(text, ['params', '_meta'], META_CAPABILITIES)),
);
