/**
 * How this works. One input is one tool call:
 * 1. a draft: arguments that the schema accepts, or arguments with one violation;
 * 2. up to three mutations of its headers, its envelope, its spelling;
 * 3. the request: the draft rendered, then mutated.
 * Shrinking first drops mutations, then the violation, and then makes the arguments small.
 * What an input ought to be answered with is read from the bytes of its request, not from how it came about.
 */
import * as fc from 'fast-check';
import type { ListedTool } from '../src/checks/check.js';
import { render, type Draft } from '../src/exchange/draft.js';
import type { Request, Transport } from '../src/exchange/exchange.js';
import type { Era } from '../src/mcp/eras.js';
import type { HeaderList } from '../src/mcp/headers.js';
import type { JsonObject } from '../src/mcp/json-rpc.js';
import { argumentsFrom, type ArgumentsOptions } from './arguments/arguments-from.js';
import { edgesOf } from './arguments/edges-of.js';
import { violationsOf, type Violation } from './arguments/violations-of.js';
import { envelopeMutators } from './envelope/index.js';
import { headerMutators } from './headers/index.js';
import { MESSAGE_MUTATORS } from './messages/index.js';
import { mutate, type Mutation } from './mutation.js';
import { anyMutation, applicable, type MutationContext, type Mutator } from './mutator.js';

export interface FuzzInput {
  readonly draft: Draft;
  readonly mutations: readonly Mutation[];
  /** The draft, rendered and mutated. */
  readonly request: Request;
  /** What is unusual about it: `title: too long + drop-method-header`; `valid arguments` where nothing is. */
  readonly label: string;
  /** Of the arguments, by the schema: unknown where none could be generated and `{}` stands in. */
  readonly arguments: 'valid' | 'invalid' | 'unknown';
  /** Every mutation is one that a sound server does not notice. */
  readonly neutral: boolean;
}

export interface FuzzOptions {
  readonly era: Era;
  readonly transport: Transport;
  /** Endpoint: path and query. */
  readonly path: string;
  readonly tool: ListedTool;
  readonly toolNames: readonly string[];
  /** Other methods that the server may know. */
  readonly methods?: readonly string[];
  /** Legacy: what an open session adds. */
  readonly session?: HeaderList;
  /** Arguments that are known to be used: from the configuration, or from recorded calls. */
  readonly examples?: readonly JsonObject[];
}

/** An input of the directed list: the same seed makes the same one, and it shrinks like any other. */
export interface DirectedInput {
  readonly label: string;
  readonly arbitrary: fc.Arbitrary<FuzzInput>;
}

type Called = { readonly value: unknown; readonly what?: string; readonly is: FuzzInput['arguments'] };

const MUTATIONS_MAX = 3;

/** What the compiled schema gives, made once for a tool. */
class Call {
  readonly options: FuzzOptions;
  readonly context: MutationContext;
  readonly valid: fc.Arbitrary<Called>;
  /** Arguments that are not what is in question. */
  readonly plain: fc.Arbitrary<Called>;
  readonly violations: readonly Violation[];
  readonly #schema: unknown;
  readonly #examples: ArgumentsOptions;

  constructor(options: FuzzOptions) {
    const { tool, toolNames, methods = [], era, transport, examples } = options;
    this.options = options;
    this.#schema = tool.definition['inputSchema'];
    this.context = { toolNames, methods, era, transport, definition: tool.definition };
    this.#examples = examples === undefined ? {} : { examples };
    const found = argumentsFrom(this.#schema, this.#examples);
    if (found.kind === 'generatable') {
      this.valid = found.arbitrary.map((value) => ({ value, is: 'valid' }));
      this.plain = fc.constant({ value: found.plain, is: 'valid' });
    } else {
      this.valid = fc.constant({ value: {}, is: 'unknown', what: `empty arguments (${found.reason})` });
      this.plain = this.valid;
    }
    this.violations = violationsOf(this.#schema, this.#examples);
  }

  edges(): readonly DirectedInput[] {
    return edgesOf(this.#schema, this.#examples).map(({ label, arbitrary }) => ({
      label,
      arbitrary: this.with(arbitrary.map((value) => ({ value, is: 'valid', what: label }))),
    }));
  }

  violating({ label, arbitrary }: Violation): fc.Arbitrary<Called> {
    return arbitrary.map((value) => ({ value, is: 'invalid', what: label }));
  }

  mutators(): readonly Mutator[] {
    return [...headerMutators(this.context), ...envelopeMutators(this.context), ...MESSAGE_MUTATORS];
  }

  /** Mutations come before arguments, so that shrinking begins with them. */
  with(
    called: fc.Arbitrary<Called>,
    mutations: fc.Arbitrary<readonly Mutation[]> = fc.constant([]),
  ): fc.Arbitrary<FuzzInput> {
    return fc.tuple(mutations, called).map(([applied, call]) => this.#input(call, applied));
  }

  #input({ value, what, is }: Called, mutations: readonly Mutation[]): FuzzInput {
    const { era, path, tool, session } = this.options;
    const draft: Draft = {
      era,
      path,
      idToken: '1',
      method: 'tools/call',
      params: { name: tool.name, arguments: value },
      definition: tool.definition,
      ...(session && { session }),
    };
    const words = [...(what === undefined ? [] : [what]), ...mutations.map(({ name }) => name)];
    return {
      draft,
      mutations,
      request: mutate(render(draft), mutations),
      label: words.length === 0 ? 'valid arguments' : words.join(' + '),
      arguments: is,
      neutral: mutations.every(({ neutral }) => neutral === true),
    };
  }
}

/** Nothing one time in `freq`, else a value: shrinking tries nothing first. */
const perhaps = <T>(arbitrary: fc.Arbitrary<T>, freq: number): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq });

/** One mutation, hardly ever none: none is only where shrinking may end. */
const atMostOne = (mutations: fc.Arbitrary<Mutation>): fc.Arbitrary<readonly Mutation[]> =>
  perhaps(mutations, 16).map((mutation) => (mutation === null ? [] : [mutation]));

/** A weighted mixture: valid calls, one violation, one mutation, and mixtures of up to three. */
export function fuzzInputs(options: FuzzOptions): fc.Arbitrary<FuzzInput> {
  const call = new Call(options);
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
export function directedInputs(options: FuzzOptions): readonly DirectedInput[] {
  const call = new Call(options);
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
    ...call.edges(),
    ...call.violations.map((violation) => ({
      label: violation.label,
      arbitrary: call.with(call.violating(violation)),
    })),
    ...mutators.filter(({ neutral }) => !neutral).map(mutated),
  ];
}
