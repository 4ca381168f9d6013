/** Mutations of the modern envelope, `params._meta`, in the order in which they are tried. */
import type * as fc from 'fast-check';
import type { Mutation } from '../mutation.js';
import { anyMutation, type MutationContext, type Mutator } from '../mutator.js';
import { dropCapabilities } from './drop-capabilities.js';
import { dropClientInfo } from './drop-client-info.js';
import { dropMetaVersion } from './drop-meta-version.js';
import { dropMeta } from './drop-meta.js';
import { swapMetaVersion } from './swap-meta-version.js';
import { swapProtocolVersion } from './swap-protocol-version.js';
import { unknownMetaKey } from './unknown-meta-key.js';
import { wrongTypeCapabilities } from './wrong-type-capabilities.js';
import { wrongTypeClientInfo } from './wrong-type-client-info.js';
import { wrongTypeMeta } from './wrong-type-meta.js';
import { wrongTypeVersion } from './wrong-type-version.js';

export const ENVELOPE_MUTATORS: readonly Mutator[] = [
  unknownMetaKey,
  dropClientInfo,
  dropMeta,
  dropMetaVersion,
  dropCapabilities,
  wrongTypeMeta,
  wrongTypeVersion,
  wrongTypeCapabilities,
  wrongTypeClientInfo,
  swapMetaVersion,
  swapProtocolVersion,
];

export const envelopeMutators = ({ era = 'modern' }: MutationContext): readonly Mutator[] =>
  era === 'modern' ? ENVELOPE_MUTATORS : [];

/** One mutation of a modern request's envelope. */
export function envelopeMutations(context: MutationContext): fc.Arbitrary<Mutation> {
  const mutations = anyMutation(ENVELOPE_MUTATORS, context);
  if (mutations === undefined) throw new Error('no envelope mutation applies');
  return mutations;
}
