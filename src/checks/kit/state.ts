/** The storage before and after a call, compared as JSON and said in a few words. */
import { isDeepStrictEqual } from 'node:util';
import { stateAt, type Evidence } from '../../case/case.js';
import type { StatePair } from '../../case/finding.js';
import { isObject } from '../../mcp/json-rpc.js';

const WORDS_MAX = 60;

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX - 1)}…` : text;
};

/** `drafts: 2, tags: 0` for the lists that a state holds, else its JSON, cut short. */
export function describeState(state: unknown): string {
  if (Array.isArray(state)) return `${state.length} records`;
  if (!isObject(state)) return short(state);
  const lists = Object.entries(state).flatMap(([key, value]) =>
    Array.isArray(value) ? [`${key}: ${value.length}`] : [],
  );
  return lists.length > 0 ? lists.join(', ') : short(state);
}

/** Compares two readings; undefined where one of them is missing. */
export function comparedStates(evidence: Evidence, before: string, after: string): StatePair | undefined {
  const [one, two] = [stateAt(evidence, before), stateAt(evidence, after)];
  if (!one || !two) return undefined;
  return {
    before: describeState(one.state),
    after: describeState(two.state),
    same: isDeepStrictEqual(one.state, two.state),
  };
}

/** "the storage went from drafts: 2 to drafts: 3", or that its records changed where the counts are the same. */
export const describeChange = ({ before, after }: StatePair): string =>
  before === after ? `the records changed (${after})` : `the storage went from ${before} to ${after}`;
