/**
 * Compares two answers by structure and type. Where they differ in kind (a result became an error), that is the one
 * difference: what stands inside them cannot be held against each other any more.
 */
import { isObject } from '../mcp/json-rpc.js';
import { containsMask } from '../recording/redaction/mask.js';
import type { AnswerDocument } from './document.js';
import { embeddedJson } from './embedded.js';
import { ExactNumber } from '../mcp/exact-json.js';
import { isComposite, type Keys } from './json-place.js';
import { typeOf } from './shape.js';

export interface Difference {
  readonly keys: Keys;
  /** value: of the same type; length: of an array; channel: another kind of answer. */
  readonly kind: 'value' | 'type' | 'missing' | 'added' | 'length' | 'channel';
  readonly was: unknown;
  readonly is: unknown;
}

/** A kind of answer in words, for a difference between kinds. */
export class AnswerKind {
  constructor(readonly words: string) {}
}

export const channelOf = (
  document: AnswerDocument | undefined,
): 'result' | 'tool error' | 'error' | 'body' | 'none' => {
  if (document === undefined) return 'none';
  if ('error' in document) return 'error';
  if (!('result' in document)) return 'body';
  return isObject(document.result) && document.result['isError'] === true ? 'tool error' : 'result';
};

function inWords(document: AnswerDocument | undefined): AnswerKind {
  const channel = channelOf(document);
  const code = isObject(document?.error) ? document.error['code'] : undefined;
  const words = {
    result: 'a result',
    'tool error': 'a tool error',
    error: `error ${typeof code === 'number' ? code : 'without a code'}`,
    body: 'no JSON-RPC response',
    none: 'no answer',
  }[channel];
  return new AnswerKind(document?.status === undefined ? words : `${words} with HTTP ${document.status}`);
}

const CHANNEL_KEYS = { result: ['result'], 'tool error': ['result', 'isError'], error: ['error'], body: [], none: [] };

/** Every difference between what was recorded and what is, in document order. */
export function compareAnswers(was: AnswerDocument | undefined, is: AnswerDocument | undefined): Difference[] {
  const [before, now] = [channelOf(was), channelOf(is)];
  if (before !== now || was === undefined || is === undefined) {
    if (before === now) return [];
    const keys = 'result' in (was ?? {}) && 'result' in (is ?? {}) ? ['result', 'isError'] : CHANNEL_KEYS[before];
    return [{ keys, kind: 'channel', was: inWords(was), is: inWords(is) }];
  }
  const found: Difference[] = [];
  for (const key of ['status', 'contentType', 'notifications', 'body'] as const) {
    compareValues(was[key], is[key], [key], found);
  }
  if (before === 'error') compareErrors(was.error, is.error, found);
  else compareValues(was.result, is.result, ['result'], found);
  return withoutMirrors(found);
}

/** The code and what a program reads; the message is for people, and its wording is the server's own. */
function compareErrors(was: unknown, is: unknown, found: Difference[]): void {
  if (!isObject(was) || !isObject(is)) return;
  for (const key of ['code', 'data']) compareValues(was[key], is[key], ['error', key], found);
}

export function compareValues(was: unknown, is: unknown, keys: Keys, found: Difference[]): void {
  if (Object.is(was, is)) return;
  const [before, now] = [typeOf(was), typeOf(is)];
  if (before !== now) {
    const kind = before === 'nothing' ? 'added' : now === 'nothing' ? 'missing' : 'type';
    found.push({ keys, kind, was, is });
    return;
  }
  if (typeof was === 'string' && typeof is === 'string') compareStrings(was, is, keys, found);
  else if (Array.isArray(was) && Array.isArray(is)) compareArrays(was, is, keys, found);
  else if (isComposite(was) && isComposite(is)) compareObjects(was, is, keys, found);
  else if (!sameNumber(was, is)) found.push({ keys, kind: 'value', was, is });
}

/** 1.0 and 1 are one number; -0 and 0 too, as JSON does not tell them apart. */
function sameNumber(was: unknown, is: unknown): boolean {
  if (was instanceof ExactNumber && is instanceof ExactNumber) return was.text === is.text;
  return was === is;
}

function compareStrings(was: string, is: string, keys: Keys, found: Difference[]): void {
  if (containsMask(was) && matchesAroundMasks(was, is)) return;
  const [before, now] = [embeddedJson(was), embeddedJson(is)];
  if (before !== undefined && now !== undefined) compareValues(before, now, keys, found);
  else found.push({ keys, kind: 'value', was, is });
}

const MASKS = /\[redacted:[0-9a-f]{16}\]/;
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What was masked cannot be compared; what stands around it can. */
const matchesAroundMasks = (was: string, is: string): boolean =>
  new RegExp(`^${was.split(MASKS).map(literal).join('[^]*')}$`).test(is);

/** Arrays of different length are one difference: which element moved where is a guess. */
function compareArrays(was: readonly unknown[], is: readonly unknown[], keys: Keys, found: Difference[]): void {
  if (was.length !== is.length) found.push({ keys, kind: 'length', was, is });
  else was.forEach((one, i) => compareValues(one, is[i], [...keys, i], found));
}

const own = (of: Record<string, unknown>, key: string): unknown => (Object.hasOwn(of, key) ? of[key] : undefined);

function compareObjects(
  was: Record<string, unknown>,
  is: Record<string, unknown>,
  keys: Keys,
  found: Difference[],
): void {
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    // `isError: false` says what its absence says. Source: 2026-07-28 schema § CallToolResult.
    if (key === 'isError' && keys.length === 1 && [own(was, key), own(is, key)].every((one) => !one)) continue;
    compareValues(own(was, key), own(is, key), [...keys, key], found);
  }
}

/**
 * Servers give structured content a second time as text (2026-07-28 server/tools § Structured Content): a difference
 * that stands in both is one.
 */
function withoutMirrors(found: readonly Difference[]): Difference[] {
  const structured = new Set(
    found.flatMap(({ keys, ...difference }) =>
      keys[0] === 'result' && keys[1] === 'structuredContent' ? [JSON.stringify([keys.slice(2), difference])] : [],
    ),
  );
  return found.filter(({ keys, ...difference }) => {
    const isText = keys[0] === 'result' && keys[1] === 'content' && keys[3] === 'text';
    return !isText || !structured.has(JSON.stringify([keys.slice(4), difference]));
  });
}
