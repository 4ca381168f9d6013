/** One correct call of a tool with mirrored parameters, and everything that a mutator does to it at a few seeds. */
import { generateAt } from '../../generators/seed.js';
import type { MutationContext, Mutator } from '../../generators/mutator.js';
import { render } from '../../src/exchange/draft.js';
import { textOf, type Request } from '../../src/exchange/exchange.js';
import type { Era } from '../../src/mcp/eras.js';
import type { JsonObject } from '../../src/mcp/json-rpc.js';

export const definition: JsonObject = {
  name: 'report',
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, note: { type: 'string' } },
    required: ['region'],
  },
};

export const context: MutationContext = { toolNames: ['report', 'other'], methods: ['prompts/get'], definition };

export const sampleCall = (era: Era = 'modern'): Request =>
  render({
    era,
    path: '/mcp',
    idToken: '7',
    method: 'tools/call',
    params: { name: 'report', arguments: { region: 'north pole', note: 'a "b" \\ \n/ c' } },
    definition,
  });

/** Different requests that a mutator makes of the call. */
export function mutated(mutator: Mutator, more: Partial<MutationContext> = {}): Request[] {
  const mutations = mutator.mutations({ ...context, ...more });
  const all = Array.from({ length: 150 }, (_, seed) => generateAt(mutations, seed).value.apply(sampleCall()));
  return [...new Map(all.map((request) => [textOf(request.body) + JSON.stringify(request.headers), request])).values()];
}
