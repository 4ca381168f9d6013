/**
 * The last step of shrinking: whatever argument does not matter is left out, or replaced by the one of a call that is
 * known to work. Generated values shrink one after the other and the budget may end in the midst of them; this takes
 * two tries for each argument.
 */
import type { FuzzInput } from '../../generators/index.js';
import { mutate } from '../../generators/mutation.js';
import { render, type Draft } from '../exchange/draft.js';
import { isObject, type JsonObject } from '../mcp/json-rpc.js';

function withArguments({ draft, mutations, ...rest }: FuzzInput, args: JsonObject): FuzzInput {
  const simpler: Draft = { ...draft, params: { ...draft.params, arguments: args } };
  return { ...rest, draft: simpler, mutations, request: mutate(render(simpler), mutations) };
}

const isSame = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two);

/** Simpler inputs for one argument, the simplest first. */
function candidates(input: FuzzInput, args: JsonObject, key: string, known: JsonObject): FuzzInput[] {
  const { [key]: value, ...without } = args;
  const replaced = Object.hasOwn(known, key) && !isSame(known[key], value) ? [{ ...args, [key]: known[key] }] : [];
  return [without, ...replaced].map((simpler) => withArguments(input, simpler));
}

export interface Simplified {
  readonly input: FuzzInput;
  readonly steps: number;
}

export async function simplify(
  input: FuzzInput,
  known: JsonObject,
  stillFails: (candidate: FuzzInput) => Promise<boolean>,
): Promise<Simplified> {
  let [best, steps] = [input, 0];
  const first = input.draft.params?.['arguments'];
  for (const key of isObject(first) ? Object.keys(first) : []) {
    const args = best.draft.params?.['arguments'];
    if (!isObject(args) || !Object.hasOwn(args, key)) continue;
    for (const candidate of candidates(best, args, key, known)) {
      if (!(await stillFails(candidate))) continue;
      best = candidate;
      steps++;
      break;
    }
  }
  return { input: best, steps };
}
