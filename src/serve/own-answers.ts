/** Answers of the stand-in's own, where the recording has none: errors, and what a session needs. */
import type { Request } from '../exchange/exchange.js';
import { ERROR_CODES } from '../mcp/error-codes.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { parseJson } from '../mcp/json-text.js';
import type { Miss } from './miss.js';
import type { Question } from './question.js';

export interface OwnAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string;
}

const json = (status: number, body: string, headers: HeaderList = []): OwnAnswer => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body,
});

/** One error; the id is the caller's token as it was written. */
const errorText = (idToken: string, code: number, message: string, data?: unknown): string =>
  `{"jsonrpc":"2.0","id":${idToken},"error":${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}}`;

const idTokens = ({ messages }: Question): string[] =>
  messages.flatMap((one) => (one?.kind === 'request' ? [one.idToken] : []));

/** The error for a single request, or for each one of a batch. */
function errorBody(question: Question, code: number, message: string, data?: unknown): string {
  const errors = idTokens(question).map((idToken) => errorText(idToken, code, message, data));
  if (question.kind === 'batch') return `[${errors.join(',')}]`;
  return errors[0] ?? errorText('null', code, message, data);
}

/** A modern server answers an unknown method with 404. Source: 2026-07-28 basic/transports/streamable-http. */
export function errorAnswer(question: Question, miss: Miss, isModern: boolean): OwnAnswer {
  const { code, message, data, reason } = miss;
  const status = isModern && code === ERROR_CODES.methodNotFound ? 404 : reason === 'other-session' ? 400 : 200;
  return json(status, errorBody(question, code, message, data));
}

/** What is no JSON-RPC. A server without a stream of its own refuses GET with 405, which clients take for an answer. */
export function nothingThere(request: Request, { message, data }: Miss): OwnAnswer {
  const accepts = header(request.headers, 'accept') ?? '';
  if (request.method === 'GET' && /text\/event-stream/i.test(accepts))
    return json(405, errorText('null', ERROR_CODES.internalError, message, data), [['Allow', 'POST']]);
  if (request.method !== 'POST') return json(404, errorText('null', ERROR_CODES.internalError, message, data));
  const isJson = parseJson(request.body.bytes.toString('utf8')) !== undefined;
  const code = isJson ? ERROR_CODES.invalidRequest : ERROR_CODES.parseError;
  return json(400, errorText('null', code, message, data));
}

/** Source: 2025-11-25 basic/transports § Session Management: a session that has ended, or never was, is answered 404. */
export const sessionNotFound = (question: Question): OwnAnswer =>
  json(
    404,
    errorBody(
      question,
      ERROR_CODES.invalidRequest,
      'Session not found: its Mcp-Session-Id was not issued here, or has ended. Open a session with initialize.',
    ),
  );

/** A notification or a reply that was not recorded. */
export const taken = (): OwnAnswer => ({ status: 202, headers: [], body: '' });

export const sessionEnded = (): OwnAnswer => ({ status: 200, headers: [], body: '' });
