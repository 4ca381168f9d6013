/**
 * An answer as one JSON value, which is what is compared and what paths in findings and in `volatile` point into:
 * `$.status`, `$.contentType`, `$.notifications[0].params`, and `$.result` or `$.error`, or `$.body` where the answer
 * is no JSON-RPC. The id is left out: it is the caller's own, and an answer under another id is none.
 */
import { contentOf, isEventStream, textOf, type Exchange, type Response } from '../exchange/exchange.js';
import { header } from '../mcp/headers.js';
import { isObject, type JsonObject } from '../mcp/json-rpc.js';
import { textAt } from '../mcp/json-text.js';
import { fieldsOf, splitEvents } from '../mcp/sse.js';
import { parseExact } from '../mcp/exact-json.js';

export interface AnswerDocument {
  readonly status?: number;
  /** `application/json`, `text/event-stream`; '' where none was given. Absent on stdio. */
  readonly contentType?: string;
  /** What the server sent beside the response, in order. */
  readonly notifications?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: unknown;
  /** An answer without a response to the request: its JSON, else its text. */
  readonly body?: unknown;
}

/** Which answer of an exchange is meant: of a batch, the one to a member. */
export interface Asked {
  readonly idToken: string;
  /** The messages beside the responses belong to it. */
  readonly isFirst: boolean;
}

interface Said {
  readonly value: JsonObject;
  readonly idToken: string | undefined;
}

/** The messages of an answer, in order, batches opened. An event without its closing blank line does not count. */
function saidIn(response: Response): Said[] {
  const texts = isEventStream(response.headers)
    ? splitEvents(contentOf(response.body)).events.flatMap((raw) => fieldsOf(raw).data ?? [])
    : [textOf(response.body)];
  return texts.flatMap((text) => {
    const value = parseExact(text);
    const said = (one: unknown, path: readonly number[]): Said[] =>
      isObject(one) ? [{ value: one, idToken: textAt(text, [...path, 'id']) }] : [];
    return Array.isArray(value) ? value.flatMap((one, i) => said(one, [i])) : said(value, []);
  });
}

const isResponse = ({ value }: Said): boolean =>
  typeof value['method'] !== 'string' && (isObject(value['error']) || Object.hasOwn(value, 'result'));

const contentTypeOf = (response: Response): string =>
  (header(response.headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The response to an id; an error that names none answers whatever was asked. */
function responseTo(said: readonly Said[], idToken: string): JsonObject | undefined {
  const responses = said.filter(isResponse);
  const own = responses.find((one) => one.idToken === idToken);
  return (own ?? responses.find(({ value, idToken: of }) => isObject(value['error']) && (of ?? 'null') === 'null'))
    ?.value;
}

function bodyOf(response: Response): unknown {
  const text = textOf(response.body);
  return parseExact(text) ?? text;
}

/** What an exchange was answered with; undefined where nothing came. */
export function documentOf({ response }: Exchange, { idToken, isFirst }: Asked): AnswerDocument | undefined {
  if (response === undefined) return undefined;
  const said = saidIn(response);
  const answer = responseTo(said, idToken);
  const others = said.filter(({ value }) => typeof value['method'] === 'string');
  const notifications = others.map(({ value: { method, params } }) => ({ method, params }));
  return {
    ...(response.status === undefined ? {} : { status: response.status, contentType: contentTypeOf(response) }),
    ...(isFirst ? { notifications } : {}),
    ...(answer === undefined
      ? { body: bodyOf(response) }
      : isObject(answer['error'])
        ? { error: answer['error'] }
        : { result: answer['result'] }),
  };
}
