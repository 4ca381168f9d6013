/**
 * The same call once more, under an id of its own: an id must not be used twice in a session.
 * Source: 2025-11-25 basic/index § Requests.
 */
import type { Request } from '../exchange/exchange.js';
import { replaceAt, textAt } from '../mcp/json-text.js';
import { contentOf } from '../exchange/exchange.js';

/** An id of the same type that no client counts up to. */
const otherId = (token: string): string =>
  token.startsWith('"') ? `${token.slice(0, -1)}-again"` : '9007199254740990';

export interface Again {
  readonly request: Request;
  readonly idToken: string;
}

/** A single request under another id; undefined where it is compressed, or no single request. */
export function sendAgain(request: Request): Again | undefined {
  const text = contentOf(request.body).toString('utf8');
  const token = textAt(text, ['id']);
  if (token === undefined || request.body.decoded !== undefined) return undefined;
  const idToken = otherId(token);
  return { request: { ...request, body: { bytes: Buffer.from(replaceAt(text, ['id'], idToken), 'utf8') } }, idToken };
}
