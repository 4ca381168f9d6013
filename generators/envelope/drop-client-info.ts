/** The envelope without the client's name, which it should have and need not. Source: 2026-07-28 basic/index § _meta. */
import * as fc from 'fast-check';
import { META_CLIENT } from '../../src/mcp/envelope.js';
import { withoutMemberAt } from '../json-edit.js';
import { bodyMutator } from '../mutator.js';

export const dropClientInfo = bodyMutator(
  'drop-client-info',
  fc.constant((text) => withoutMemberAt(text, ['params', '_meta'], META_CLIENT)),
  { neutral: true },
);
