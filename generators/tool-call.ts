/** One tool's calls: what its compiled schema gives, and how arguments and mutations become an input. */
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
import type { MutationContext, Mutator } from './mutator.js';

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

/** Arguments with what is unusual about them. */
export type Called = { readonly value: unknown; readonly what?: string; readonly is: FuzzInput['arguments'] };

/** What the compiled schema gives, made once for a tool. */
export class ToolCall {
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

  edges(): readonly { readonly label: string; readonly called: fc.Arbitrary<Called> }[] {
    return edgesOf(this.#schema, this.#examples).map(({ label, arbitrary }) => ({
      label,
      called: arbitrary.map((value) => ({ value, is: 'valid', what: label })),
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
