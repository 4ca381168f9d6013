/**
 * Which input is case n of a campaign. The places (a tool in an era, with a caller who sees it) take turns; in each,
 * directed inputs and random ones alternate until the directed ones are used up. Every input has a seed of its own,
 * made of the campaign's seed, the place and its number there, so that it can be made again alone.
 */
import type * as fc from 'fast-check';
import { caseSeed, generateAt, inputsOf, type FuzzInput } from '../../generators/index.js';
import { methodInputs } from '../../generators/method-inputs.js';
import type { Knowledge, ListedTool } from '../checks/check.js';
import { callables, mayRun } from '../checks/kit/tools.js';
import type { Era } from '../mcp/eras.js';

export interface Place {
  /** `modern create_draft writer`. */
  readonly name: string;
  readonly era: Era;
  readonly as: string;
  /** undefined where a method without arguments is fuzzed. */
  readonly tool?: ListedTool;
  /** Valid calls may be sent: they really run. */
  readonly runs: boolean;
  readonly directed: readonly fc.Arbitrary<FuzzInput>[];
  readonly random: fc.Arbitrary<FuzzInput>;
}

export interface PlannedCase {
  readonly place: Place;
  readonly arbitrary: fc.Arbitrary<FuzzInput>;
  readonly value: fc.Value<FuzzInput>;
}

/** Methods that every server of the era knows. */
const METHODS: Readonly<Record<Era, readonly string[]>> = {
  legacy: ['ping', 'tools/list'],
  modern: ['server/discover', 'tools/list'],
};

function toolPlaces(known: Knowledge, era: Era): Place[] {
  const toolNames = callables(known, era).map(({ tool }) => tool.name);
  return callables(known, era).map(({ principal, tool }) => {
    const example = known.config.tools[tool.name]?.arguments;
    const options = {
      era,
      transport: known.transport,
      path: known.path,
      tool,
      toolNames,
      methods: METHODS[era],
      ...(example ? { examples: [example] } : {}),
    };
    const { directed, random } = inputsOf(options);
    return {
      name: `${era} ${tool.name} ${principal.name}`,
      era,
      as: principal.name,
      tool,
      runs: mayRun(known, tool),
      directed: directed.map(({ arbitrary }) => arbitrary),
      random,
    };
  });
}

function methodPlaces(known: Knowledge, era: Era): Place[] {
  const as = known.config.principals[0]?.name ?? '';
  const [method = ''] = METHODS[era];
  const random = methodInputs({ era, transport: known.transport, path: known.path, method, methods: METHODS[era] });
  return [{ name: `${era} ${method} ${as}`, era, as, runs: true, directed: [], random }];
}

export function placesOf(known: Knowledge, eras: readonly Era[]): readonly Place[] {
  return eras.flatMap((era) => {
    const tools = toolPlaces(known, era);
    return tools.length > 0 ? tools : methodPlaces(known, era);
  });
}

/** Case n, counted from 0; undefined where there is no place at all. */
export function caseAt(places: readonly Place[], seed: number, n: number): PlannedCase | undefined {
  const place = places[n % places.length];
  if (!place) return undefined;
  const turn = Math.floor(n / places.length);
  const directed = turn % 2 === 0 ? place.directed[turn / 2] : undefined;
  const arbitrary = directed ?? place.random;
  return { place, arbitrary, value: generateAt(arbitrary, caseSeed(seed, place.name, turn)) };
}
