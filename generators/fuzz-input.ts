/**
 * How this works. One input is one tool call:
 * 1. a draft: arguments that the schema accepts, or arguments with one violation;
 * 2. up to three mutations of its headers, its envelope, its spelling;
 * 3. the request: the draft rendered, then mutated.
 * Shrinking first drops mutations, then the violation, and then makes the arguments small.
 * What an input ought to be answered with is read from the bytes of its request, not from how it came about.
 */
import * as fc from 'fast-check';
import { envelopeMutators } from './envelope/index.js';
import { headerMutators } from './headers/index.js';
import { MESSAGE_MUTATORS } from './messages/index.js';
import type { Mutation } from './mutation.js';
import { anyMutation, applicable, type Mutator } from './mutator.js';
import { ToolCall, type FuzzInput, type FuzzOptions } from './tool-call.js';

export type { FuzzInput, FuzzOptions } from './tool-call.js';

/** An input of the directed list: the same seed makes the same one, and it shrinks like any other. */
export interface DirectedInput {
  readonly label: string;
  readonly arbitrary: fc.Arbitrary<FuzzInput>;
}

const MUTATIONS_MAX = 3;

/** Nothing one time in `freq`, else a value: shrinking tries nothing first. */
const perhaps = <T>(arbitrary: fc.Arbitrary<T>, freq: number): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq });

/** One mutation, hardly ever none: none is only where shrinking may end. */
const atMostOne = (mutations: fc.Arbitrary<Mutation>): fc.Arbitrary<readonly Mutation[]> =>
  perhaps(mutations, 16).map((mutation) => (mutation === null ? [] : [mutation]));

/** A weighted mixture: valid calls, one violation, one mutation, and mixtures of up to three. */
function randomInputs(call: ToolCall): fc.Arbitrary<FuzzInput> {
  const { valid, violations, context } = call;
  const violating = violations.map((violation) => call.violating(violation));
  const broken = violating.length > 0 ? fc.oneof(...violating) : undefined;
  const families = [headerMutators(context), envelopeMutators(context), MESSAGE_MUTATORS];
  const [headers, envelope, messages] = families.map((family) => anyMutation(family, context));
  const any = anyMutation(call.mutators(), context);
  const one = (mutations: fc.Arbitrary<Mutation>): fc.Arbitrary<FuzzInput> => call.with(valid, atMostOne(mutations));
  const mixed =
    any &&
    call.with(
      broken ? fc.tuple(perhaps(broken, 2), valid).map(([fault, right]) => fault ?? right) : valid,
      fc.array(any, { maxLength: MUTATIONS_MAX }),
    );
  const parts: { arbitrary: fc.Arbitrary<FuzzInput>; weight: number }[] = [{ arbitrary: call.with(valid), weight: 7 }];
  if (broken) parts.push({ arbitrary: call.with(broken), weight: 6 });
  if (headers) parts.push({ arbitrary: one(headers), weight: 3 });
  if (envelope) parts.push({ arbitrary: one(envelope), weight: 2 });
  if (messages) parts.push({ arbitrary: one(messages), weight: 2 });
  if (mixed) parts.push({ arbitrary: mixed, weight: 3 });
  return fc.oneof(...parts);
}

/**
 * What is tried before chance is: a control, rewrites that must change nothing, the edges of the schema, each of its
 * violations, and each mutation of headers and envelope.
 */
function directedList(call: ToolCall): readonly DirectedInput[] {
  const mutators = applicable(call.mutators(), call.context);
  const mutated = ({ name, mutations }: Mutator): DirectedInput => ({
    label: name,
    arbitrary: call.with(
      call.plain,
      mutations(call.context).map((mutation) => [mutation]),
    ),
  });
  return [
    { label: 'valid arguments', arbitrary: call.with(call.plain) },
    ...mutators.filter(({ neutral }) => neutral).map(mutated),
    ...call.edges().map(({ label, called }) => ({ label, arbitrary: call.with(called) })),
    ...call.violations.map((violation) => ({
      label: violation.label,
      arbitrary: call.with(call.violating(violation)),
    })),
    ...mutators.filter(({ neutral }) => !neutral).map(mutated),
  ];
}

/** Both kinds of inputs of a tool, its schema compiled once. */
export function inputsOf(options: FuzzOptions): {
  readonly directed: readonly DirectedInput[];
  readonly random: fc.Arbitrary<FuzzInput>;
} {
  const call = new ToolCall(options);
  return { directed: directedList(call), random: randomInputs(call) };
}

export const fuzzInputs = (options: FuzzOptions): fc.Arbitrary<FuzzInput> => randomInputs(new ToolCall(options));

export const directedInputs = (options: FuzzOptions): readonly DirectedInput[] => directedList(new ToolCall(options));
