/** Answers of the proxy's own, where there is none of the target to pass on; a header tells them apart. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** upstream: no answer came of the target; misdirected: the request named another server. */
export type ProxyError = 'upstream' | 'misdirected';

export interface OwnAnswer {
  readonly status: number;
  readonly kind: ProxyError;
  readonly what: string;
  /** The cause in the words of the system. */
  readonly why?: string;
}

export function answerOwn(
  request: IncomingMessage,
  response: ServerResponse,
  { status, kind, what, why }: OwnAnswer,
): void {
  const body = JSON.stringify({ error: what, reason: why });
  // A connection whose request was not read to its end cannot carry another one.
  if (!request.complete) response.shouldKeepAlive = false;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Shakedown-Error': kind,
  });
  response.end(body);
  request.resume();
}

/** What went wrong, with the code that people search for. */
export function causeOf(error: Error): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  const text = message || (cause instanceof Error && cause.message) || error.name;
  return code !== undefined && !text.includes(code) ? `${code}: ${text}` : text;
}
