/**
 * A request that the recording cannot answer, explained: what was asked, whether it was never seen, is used up, or how
 * the nearest recorded one differs. The client gets it as a JSON-RPC error, the person in front of it as a sentence.
 */
import type { Exchange } from '../exchange/exchange.js';
import { ERROR_CODES } from '../mcp/error-codes.js';
import { writeExact } from '../mcp/exact-json.js';
import { clip, inert } from '../report/inert.js';
import type { Question } from './question.js';
import { compareJson } from './same-json.js';
import type { Part, Script } from './script.js';

export interface Miss {
  readonly reason: 'never-seen' | 'used-up' | 'differs' | 'other-session' | 'unreadable' | 'no-line';
  readonly method: string;
  readonly name?: string;
  /** Of JSON-RPC: `-32601` where the recording holds no call of the method at all. */
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const SHOWN_CHARACTERS_MAX = 200;

/** A value in an explanation: short, and whatever it is, never a fault of its own. */
function shown(value: unknown): unknown {
  try {
    if (value === undefined) return undefined;
    const text = writeExact(value);
    return text.length > SHOWN_CHARACTERS_MAX ? clip(text, SHOWN_CHARACTERS_MAX) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** `tools/call create_draft`, harmless on a terminal. */
export const askedText = ({ method, name }: Pick<Question, 'method' | 'name'>): string =>
  clip(inert(name === undefined ? method : `${method} ${name}`), SHOWN_CHARACTERS_MAX);

function missOf(question: Question, reason: Miss['reason'], code: number, why: string, data: object = {}): Miss {
  const { method, name } = question;
  return {
    reason,
    method,
    ...(name === undefined ? {} : { name }),
    code,
    message: `Not in the recording: ${askedText(question)} ${why}.`,
    data: { reason, method, ...(name === undefined ? {} : { name }), ...data },
  };
}

export const usedUp = (question: Question, recorded: number): Miss =>
  missOf(
    question,
    'used-up',
    ERROR_CODES.internalError,
    `was answered ${times(recorded)}, and every answer is used up`,
    {
      recorded,
    },
  );

export const inOtherSession = (question: Question): Miss =>
  missOf(
    question,
    'other-session',
    ERROR_CODES.internalError,
    'was recorded within a session only; open one with initialize and send its Mcp-Session-Id',
  );

export const unreadable = (question: Question, coding: string): Miss =>
  missOf(
    question,
    'unreadable',
    ERROR_CODES.internalError,
    `has an answer in the content coding ${inert(coding)}, which this version of Node cannot read to put another id into it`,
  );

/** Over stdio there is no status, and no connection of its own to cut. */
export function noLineAnswer(question: Question, { response }: Exchange): Miss {
  const what =
    response === undefined ? 'no answer over HTTP' : `an answer over HTTP (${response.status}) without a message`;
  return missOf(question, 'no-line', ERROR_CODES.internalError, `has ${what}, which stdio has no way to say`);
}

/** Nothing recorded asks this. */
export function notRecorded(question: Question, { parts }: Script): Miss {
  const { kind, method, name } = question;
  const sameMethod = parts.filter((part) => part.question.kind === kind && part.question.method === method);
  const alike = sameMethod.filter((part) => part.question.name === name);
  const nearest = nearestOf(question, alike);
  if (nearest === undefined) {
    const code = kind === 'request' && sameMethod.length === 0 ? ERROR_CODES.methodNotFound : ERROR_CODES.internalError;
    const names = [...new Set(sameMethod.flatMap((part) => part.question.name ?? []))].slice(0, 20);
    return missOf(question, 'never-seen', code, 'was never seen', names.length > 0 ? { recordedNames: names } : {});
  }
  const { part, path, recorded, sent } = nearest;
  const why = `was recorded ${times(alike.length)}, each time otherwise; the nearest, exchange ${part.exchange.n}, differs at ${clip(inert(path), SHOWN_CHARACTERS_MAX)}`;
  return missOf(question, 'differs', ERROR_CODES.internalError, why, {
    recorded: alike.length,
    nearest: { exchange: part.exchange.n, path, recorded: shown(recorded), sent: shown(sent) },
  });
}

function nearestOf(question: Question, parts: readonly Part[]) {
  const compared = parts.map((part) => ({ part, ...compareJson(part.question.value, question.value) }));
  const [nearest] = compared.toSorted((a, b) => a.differences.length - b.differences.length);
  const first = nearest?.differences[0];
  return nearest && first && { part: nearest.part, ...first };
}
