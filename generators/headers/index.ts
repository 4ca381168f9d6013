/** Mutations of a request's headers, one list in the order in which they are tried. HTTP only. */
import type * as fc from 'fast-check';
import type { Mutation } from '../mutation.js';
import { anyMutation, type MutationContext, type Mutator } from '../mutator.js';
import { addUnknownHeader } from './add-unknown-header.js';
import { changeNameCase } from './change-name-case.js';
import { dropMethodHeader } from './drop-method-header.js';
import { dropNameHeader } from './drop-name-header.js';
import { dropParamHeader } from './drop-param-header.js';
import { dropVersionHeader } from './drop-version-header.js';
import { duplicateHeader } from './duplicate-header.js';
import { encodeNameBase64 } from './encode-name-base64.js';
import { encodeParamBase64 } from './encode-param-base64.js';
import { malformBase64 } from './malform-base64.js';
import { padWithWhitespace } from './pad-with-whitespace.js';
import { reverseHeaderOrder } from './reverse-header-order.js';
import { swapMethodHeader } from './swap-method-header.js';
import { swapNameHeader } from './swap-name-header.js';
import { swapParamHeader } from './swap-param-header.js';
import { swapVersionHeader } from './swap-version-header.js';

/** What HTTP itself lets a caller do, in either era; the version header is legacy's as well. */
const OF_BOTH_ERAS: readonly Mutator[] = [changeNameCase, addUnknownHeader, reverseHeaderOrder, swapVersionHeader];

export const HEADER_MUTATORS: readonly Mutator[] = [
  ...OF_BOTH_ERAS,
  encodeNameBase64,
  padWithWhitespace,
  encodeParamBase64,
  dropMethodHeader,
  dropNameHeader,
  dropVersionHeader,
  swapMethodHeader,
  swapNameHeader,
  malformBase64,
  duplicateHeader,
  dropParamHeader,
  swapParamHeader,
];

export function headerMutators({ era = 'modern', transport = 'http' }: MutationContext): readonly Mutator[] {
  if (transport !== 'http') return [];
  return era === 'modern' ? HEADER_MUTATORS : OF_BOTH_ERAS;
}

/** One mutation of a modern HTTP request's headers. */
export function headerMutations(context: MutationContext): fc.Arbitrary<Mutation> {
  const mutations = anyMutation(HEADER_MUTATORS, context);
  if (mutations === undefined) throw new Error('no header mutation applies');
  return mutations;
}
