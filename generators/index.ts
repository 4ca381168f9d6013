/** `mcp-shakedown/generators`: fast-check arbitraries of MCP requests, for anyone's property tests. */
export { argumentsFrom, type Arguments, type ArgumentsOptions } from './arguments/arguments-from.js';
export { edgesOf, type Edge } from './arguments/edges-of.js';
export { violationsOf, type Violation } from './arguments/violations-of.js';
export { ENVELOPE_MUTATORS, envelopeMutations } from './envelope/index.js';
export {
  directedInputs,
  fuzzInputs,
  inputsOf,
  type DirectedInput,
  type FuzzInput,
  type FuzzOptions,
} from './fuzz-input.js';
export { HEADER_MUTATORS, headerMutations } from './headers/index.js';
export { MESSAGE_MUTATORS, messageMutations } from './messages/index.js';
export { mutate, type Mutation } from './mutation.js';
export type { MutationContext, Mutator } from './mutator.js';
export { caseSeed, generateAt, shrinksOf } from './seed.js';
export { idTokens } from './messages/swap-id.js';
