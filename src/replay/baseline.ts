/**
 * What a recording says of its own noise: the values that moved between answers to one and the same call. Calls with a
 * write between them are no repeats, as what they read may have been changed.
 */
import type { Exchange } from '../exchange/exchange.js';
import { compareAnswers } from './compare.js';
import { documentOf, type AnswerDocument } from './document.js';
import { writeExact } from '../mcp/exact-json.js';
import type { Member } from './members.js';
import { isWrite, type ReadOnlyTools } from './safety.js';
import { select } from './selection.js';
import { learnNoise, mergeNoise, type Noise } from './volatile.js';

export interface Call {
  readonly exchange: Exchange;
  readonly member: Member;
  /** It may change what others read. */
  readonly isWrite: boolean;
}

const withoutMeta = (params: unknown): unknown => {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return params;
  const { _meta, ...rest } = params as Record<string, unknown>;
  return rest;
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
};

/** Calls with one key are one and the same call. */
export const callKey = ({ principal, era }: Exchange, { rpc, isFirst }: Member): string =>
  writeExact([principal, era, isFirst, rpc.method, sorted(withoutMeta(rpc.params)) ?? null]);

/** Noise by call. */
export function learnFromRepeats(calls: readonly Call[]): ReadonlyMap<string, Noise> {
  const last = new Map<string, AnswerDocument | undefined>();
  const noise = new Map<string, Noise>();
  for (const { exchange, member, isWrite } of calls) {
    const key = callKey(exchange, member);
    const answer = documentOf(exchange, member);
    const before = last.get(key);
    if (before !== undefined) {
      const learnt = learnNoise(compareAnswers(before, answer));
      noise.set(key, mergeNoise([noise.get(key) ?? new Map(), learnt]));
    }
    if (isWrite) last.clear();
    last.set(key, answer);
  }
  return noise;
}

/** The requests whose answers can teach what moves. */
export const callsOf = (exchanges: readonly Exchange[], readOnly: ReadOnlyTools): Call[] =>
  exchanges.flatMap((exchange) => {
    const selected = select(exchange, exchanges);
    if (selected.kind !== 'ask') return [];
    return selected.members.map((member) => ({ exchange, member, isWrite: isWrite(member.rpc, exchange, readOnly) }));
  });
