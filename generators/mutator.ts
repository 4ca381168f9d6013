/** A kind of mutation, with where it makes sense and the arbitrary that chooses its details. */
import * as fc from 'fast-check';
import { editBody, editHeaders } from '../src/exchange/draft.js';
import type { Transport } from '../src/exchange/exchange.js';
import type { Era } from '../src/mcp/eras.js';
import { header, withHeader, type HeaderList } from '../src/mcp/headers.js';
import type { JsonObject } from '../src/mcp/json-rpc.js';
import type { Mutation } from './mutation.js';

/** What is known of the requests to be mutated, and of the server. */
export interface MutationContext {
  readonly toolNames: readonly string[];
  /** Other methods that the server may know. */
  readonly methods: readonly string[];
  readonly era?: Era;
  readonly transport?: Transport;
  /** Of a tool call: the tool as it was listed, for its mirrored parameters. */
  readonly definition?: JsonObject;
}

export interface Mutator {
  /** The verb phrase, which is also its file's name. */
  readonly name: string;
  readonly neutral: boolean;
  /** Absent: wherever its family applies. */
  readonly applies?: (context: MutationContext) => boolean;
  readonly mutations: (context: MutationContext) => fc.Arbitrary<Mutation>;
}

export type HeaderEdit = (headers: HeaderList) => HeaderList;

interface MutatorOptions {
  readonly neutral?: boolean;
  readonly applies?: (context: MutationContext) => boolean;
}

/** A mutator of headers. With several edits, the first one is the plainest: shrinking ends there. */
export function headerMutator(
  name: string,
  edits: (context: MutationContext) => readonly HeaderEdit[],
  options: MutatorOptions = {},
): Mutator {
  const neutral = options.neutral ?? false;
  return {
    name,
    neutral,
    ...(options.applies && { applies: options.applies }),
    mutations: (context) =>
      fc
        .constantFrom(...edits(context))
        .map((edit) => ({ name, neutral, apply: (request) => editHeaders(request, edit) })),
  };
}

/** More alternatives than any list of them has, so that each can be chosen before the list is known. */
const CHOICES = 48;

/** A mutator that puts another value in a header, chosen from what the right one suggests; an absent header stays so. */
export const headerSwap = (
  name: string,
  headerName: string,
  others: (right: string, context: MutationContext) => readonly string[],
  options: MutatorOptions = {},
): Mutator =>
  headerMutator(
    name,
    (context) =>
      Array.from({ length: CHOICES }, (_, choice) => (headers) => {
        const right = header(headers, headerName);
        const values = right === undefined ? [] : others(right, context).filter((other) => other !== right);
        const value = values[choice % Math.max(1, values.length)];
        return value === undefined ? headers : withHeader(headers, headerName, value);
      }),
    options,
  );

/** A mutator of the body's text. */
export function bodyMutator(
  name: string,
  edits: fc.Arbitrary<(text: string) => string>,
  options: MutatorOptions = {},
): Mutator {
  const neutral = options.neutral ?? false;
  return {
    name,
    neutral,
    ...(options.applies && { applies: options.applies }),
    mutations: () => edits.map((edit) => ({ name, neutral, apply: (request) => editBody(request, edit) })),
  };
}

/** One arbitrary over those of the mutators that apply; undefined where none does. */
export function anyMutation(
  mutators: readonly Mutator[],
  context: MutationContext,
): fc.Arbitrary<Mutation> | undefined {
  const arbitraries = applicable(mutators, context).map((one) => one.mutations(context));
  return arbitraries.length === 0 ? undefined : fc.oneof(...arbitraries);
}

export const applicable = (mutators: readonly Mutator[], context: MutationContext): readonly Mutator[] =>
  mutators.filter((one) => one.applies?.(context) ?? true);
