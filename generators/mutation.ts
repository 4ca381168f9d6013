/** What is done to a request, said in one verb phrase: `drop-method-header`, `swap-protocol-version`. */
import type { Request } from '../src/exchange/exchange.js';

export interface Mutation {
  readonly name: string;
  /** A sound server answers as if nothing had been done. */
  readonly neutral?: boolean;
  apply(request: Request): Request;
}

/** A request with mutations applied, the first one first. */
export const mutate = (request: Request, mutations: readonly Mutation[]): Request =>
  mutations.reduce((mutated, mutation) => mutation.apply(mutated), request);
