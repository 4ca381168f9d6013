/**
 * Values that are new on every call. They are learnt, with their type and shape, where one call was answered twice, or
 * named by the owner as JSONPaths. A value that changes its type is never noise: a time that turns into null is news.
 */
import { matches } from '../config/json-path.js';
import type { Difference } from './compare.js';
import type { AnswerDocument } from './document.js';
import { ExactNumber } from '../mcp/exact-json.js';
import { embeddedJson } from './embedded.js';
import { isComposite, pathOf, type Keys } from './json-place.js';
import { isAlike } from './shape.js';

/** Noise by its path, with the values that were seen there. */
export type Noise = ReadonlyMap<string, readonly unknown[]>;

/** What moves between answers to one and the same call. */
export function learnNoise(differences: readonly Difference[]): Noise {
  const noise = new Map<string, readonly unknown[]>();
  for (const { keys, kind, was, is } of differences) {
    const isMoving = kind === 'length' || (kind === 'value' && isAlike(was, is));
    if (isMoving) noise.set(pathOf(keys), [was, is]);
  }
  return noise;
}

export function mergeNoise(all: readonly Noise[]): Noise {
  const merged = new Map<string, readonly unknown[]>();
  for (const noise of all) {
    for (const [path, seen] of noise) merged.set(path, [...(merged.get(path) ?? []), ...seen]);
  }
  return merged;
}

/** The differences that are not noise. */
export const withoutNoise = (differences: readonly Difference[], noise: Noise): Difference[] =>
  noise.size === 0 ? [...differences] : differences.filter((difference) => !isNoise(difference, noise));

/** A list whose length moves holds other elements each time. */
function isNoise({ keys, kind, was, is }: Difference, noise: Noise): boolean {
  if (kind !== 'value' && kind !== 'length') return isUnderMovingList(keys, noise);
  const seen = noise.get(pathOf(keys));
  const alike = (value: unknown): boolean => seen?.some((one) => isAlike(one, value)) ?? false;
  return (seen !== undefined && alike(was) && alike(is)) || isUnderMovingList(keys, noise);
}

const isUnderMovingList = (keys: Keys, noise: Noise): boolean =>
  keys.some((_, length) => Array.isArray(noise.get(pathOf(keys.slice(0, length)))?.[0]));

/** JSON in strings opened, so that a JSONPath may lead into it. */
function opened(value: unknown): unknown {
  const inside = (typeof value === 'string' ? embeddedJson(value) : undefined) ?? value;
  if (Array.isArray(inside)) return inside.map(opened);
  if (!isComposite(inside)) return inside instanceof ExactNumber ? inside.text : inside;
  return Object.fromEntries(Object.entries(inside).map(([key, one]) => [key, opened(one)]));
}

const normalized = (keys: Keys): string =>
  `$${keys.map((key) => (typeof key === 'number' ? `[${key}]` : `['${key.replace(/['\\]/g, '\\$&')}']`)).join('')}`;

/** The differences outside of what the owner declared volatile, in either of the two answers. */
export function withoutVolatile(
  differences: readonly Difference[],
  volatile: readonly string[],
  answers: readonly (AnswerDocument | undefined)[],
): Difference[] {
  if (volatile.length === 0 || differences.length === 0) return [...differences];
  const documents = answers.flatMap((answer) => (answer === undefined ? [] : [opened(answer)]));
  const named = new Set(
    volatile.flatMap((path) => documents.flatMap((document) => matches(path, document).map((match) => match.path))),
  );
  return differences.filter(({ keys, kind }) => {
    const isInside = keys.some((_, length) => length > 0 && named.has(normalized(keys.slice(0, length))));
    const isMoving = kind === 'value' || kind === 'length';
    return !isInside && !(isMoving && named.has(normalized(keys)));
  });
}
