/**
 * A recording as a script to answer from: each exchange with what it asked and the session it belongs to, found again
 * by what is asked.
 */
import type { Exchange, Request } from '../exchange/exchange.js';
import { header } from '../mcp/headers.js';
import { JsonOutline } from '../mcp/json-outline.js';
import { containsMask } from '../recording/redaction/mask.js';
import type { Recording } from '../recording/recording.js';
import { questionOf, type Question } from './question.js';
import { compareJson } from './same-json.js';

export const SESSION_HEADER = 'mcp-session-id';

/** An exchange of the recording, ready to be served. */
export interface Part {
  readonly exchange: Exchange;
  readonly question: Question;
  /** The session that its request named, where the server had issued it in this recording. */
  readonly session?: string;
  /** The session that its answer named. */
  readonly names?: string;
}

export interface Script {
  readonly parts: readonly Part[];
  /** Whether the server spoke the modern era in it. */
  readonly isModern: boolean;
  readonly principals: ReadonlySet<string>;
  /** Parts that ask the same as a request, in order. */
  find(request: Request, question: Question): readonly Part[];
}

/** A refused session id is nobody's: the answer to it says nothing about any request. */
const isRefusedSession = ({ request, response }: Exchange, issued: ReadonlySet<string>): boolean => {
  const named = header(request.headers, SESSION_HEADER);
  return named !== undefined && !issued.has(named) && response?.status === 404;
};

export function scriptOf({ exchanges }: Recording): Script {
  const asked = exchanges.filter(({ from }) => from === 'client');
  const issued = new Set(asked.flatMap(({ response }) => header(response?.headers ?? [], SESSION_HEADER) ?? []));
  const parts = asked.filter((one) => !isRefusedSession(one, issued)).map((one) => partOf(one, issued));
  const byKey = grouped(parts);
  const inexact = parts.filter(({ exchange, question }) => isOutlined(exchange) || containsMask(question.key));
  return {
    parts,
    isModern: asked.some(({ era }) => era === 'modern'),
    principals: new Set(asked.map(({ principal }) => principal)),
    find(request, question) {
      const exact = byKey.get(question.key) ?? [];
      const masked = inexact.filter((part) => !exact.includes(part) && asksTheSame(part, request, question));
      if (masked.length === 0) return exact;
      return [...exact, ...masked].toSorted((a, b) => a.exchange.n - b.exchange.n);
    },
  };
}

function grouped(parts: readonly Part[]): Map<string, Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const group = groups.get(part.question.key);
    if (group) group.push(part);
    else groups.set(part.question.key, [part]);
  }
  return groups;
}

function partOf(exchange: Exchange, issued: ReadonlySet<string>): Part {
  const session = header(exchange.request.headers, SESSION_HEADER);
  const names = header(exchange.response?.headers ?? [], SESSION_HEADER);
  return {
    exchange,
    question: questionOf(exchange.request),
    ...(session !== undefined && issued.has(session) ? { session } : {}),
    ...(names === undefined ? {} : { names }),
  };
}

/** Only the outer members of a very long request are there to be compared. */
const isOutlined = ({ request }: Exchange): boolean => request.body.outline !== undefined;

function asksTheSame({ exchange, question }: Part, request: Request, sent: Question): boolean {
  if (question.kind !== sent.kind || question.method !== sent.method || question.name !== sent.name) return false;
  const other = isOutlined(exchange) && request.body.outline === undefined ? outlineOf(request) : sent;
  return compareJson(question.value, other.value).differences.length === 0;
}

function outlineOf(request: Request): Question {
  const outline = new JsonOutline();
  outline.add(request.body.decoded ?? request.body.bytes);
  const text = outline.text();
  return questionOf(text === undefined ? request : { ...request, body: { ...request.body, outline: text } });
}
