/** Mutations of the JSON-RPC message, in the order in which they are tried. All of them are neutral. */
import type * as fc from 'fast-check';
import type { Mutation } from '../mutation.js';
import { anyMutation, type MutationContext, type Mutator } from '../mutator.js';
import { addWhitespace } from './add-whitespace.js';
import { escapeStrings } from './escape-strings.js';
import { reorderMembers } from './reorder-members.js';
import { swapId } from './swap-id.js';

export const MESSAGE_MUTATORS: readonly Mutator[] = [swapId, reorderMembers, addWhitespace, escapeStrings];

/** One mutation of a message that changes its spelling and not its meaning. */
export function messageMutations(context: MutationContext): fc.Arbitrary<Mutation> {
  const mutations = anyMutation(MESSAGE_MUTATORS, context);
  if (mutations === undefined) throw new Error('no message mutation applies');
  return mutations;
}
