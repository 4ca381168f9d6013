/** Requests of a method that needs no arguments, mutated: what a server without tools is fuzzed with. */
import * as fc from 'fast-check';
import { render, type Draft } from '../src/exchange/draft.js';
import type { Transport } from '../src/exchange/exchange.js';
import type { Era } from '../src/mcp/eras.js';
import { envelopeMutators } from './envelope/index.js';
import type { FuzzInput } from './fuzz-input.js';
import { headerMutators } from './headers/index.js';
import { MESSAGE_MUTATORS } from './messages/index.js';
import { mutate } from './mutation.js';
import { anyMutation, type MutationContext } from './mutator.js';

export interface MethodOptions {
  readonly era: Era;
  readonly transport: Transport;
  readonly path: string;
  readonly method: string;
  /** Other methods that the server may know. */
  readonly methods: readonly string[];
}

const MUTATIONS_MAX = 3;

export function methodInputs({ era, transport, path, method, methods }: MethodOptions): fc.Arbitrary<FuzzInput> {
  const draft: Draft = { era, path, idToken: '1', method, params: {} };
  const context: MutationContext = { toolNames: [], methods, era, transport };
  const any = anyMutation([...headerMutators(context), ...envelopeMutators(context), ...MESSAGE_MUTATORS], context);
  const mutations = any ? fc.array(any, { maxLength: MUTATIONS_MAX }) : fc.constant([]);
  return mutations.map((applied) => ({
    draft,
    mutations: applied,
    request: mutate(render(draft), applied),
    label: applied.length === 0 ? method : `${method}: ${applied.map(({ name }) => name).join(' + ')}`,
    arguments: 'valid',
    neutral: applied.every(({ neutral }) => neutral === true),
  }));
}
