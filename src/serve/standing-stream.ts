/**
 * A recorded stream that a client opened with GET. Answers to its other requests may have come on it (2024-11-05, or
 * after a stream was taken up again): such an event goes out once the request it answers has been asked here too.
 * Source: 2024-11-05 basic/transports § HTTP with SSE; 2025-11-25 basic/transports § Resumability and Redelivery.
 */
import { readRpc } from '../mcp/json-rpc.js';
import { fieldsOf } from '../mcp/sse.js';
import { tokenKey } from './echo.js';
import { echoEvent } from './echo-event.js';
import type { Part, Script } from './script.js';
import type { Session } from './sessions.js';

/** The id that an event answers, where it answers one. */
function idAnswered(raw: Buffer): string | undefined {
  const { data } = fieldsOf(raw);
  const content = data === undefined ? undefined : readRpc(data);
  if (content?.kind !== 'single') return undefined;
  const { message } = content;
  return message.kind === 'result' || message.kind === 'error' ? message.idToken : undefined;
}

/** The ids that the client of this stream asked with. */
const idsAsked = ({ parts }: Script, { session }: Part): ReadonlySet<string> =>
  new Set(
    parts
      .filter((part) => part.session === session || part.session === undefined)
      .flatMap(({ question }) => question.messages)
      .flatMap((message) => (message?.kind === 'request' ? [tokenKey(message.idToken)] : [])),
  );

/** Lets each event go when it may, with the tokens that the client has used by then. */
export function standingStream(script: Script, part: Part, session: Session) {
  const asked = idsAsked(script, part);
  return async (raw: Buffer, signal: AbortSignal): Promise<Buffer> => {
    const id = idAnswered(raw);
    if (id !== undefined && asked.has(tokenKey(id))) await session.hasAsked(id, signal);
    return echoEvent(raw, session.echo);
  };
}
