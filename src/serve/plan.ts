/**
 * A recorded answer as a plan for the wire: its head, its pieces with their times, and how it ends. Bytes are as they
 * were recorded but for the caller's own tokens; a compressed answer is only encoded anew where its content had to
 * change, or where it is kept decoded because a secret in it was masked.
 */
import { isEventStream, type Exchange, type Response } from '../exchange/exchange.js';
import { codingsOf } from '../recording/content-coding.js';
import { contentEncoder } from './content-encoder.js';
import type { Echo } from './echo.js';
import { echoBody, echoEvent } from './echo-event.js';

export interface Piece {
  readonly atMs: number;
  readonly bytes: Buffer;
}

/**
 * end: in order; cut: the connection is closed in the middle of it; held: it stays open until the client leaves;
 * silence: nothing more comes, for a while longer than the recorded client waited, then it is cut.
 */
export interface Ending {
  readonly how: 'end' | 'cut' | 'held' | 'silence';
  readonly atMs: number;
}

export interface Plan {
  /** undefined: no answer ever began. */
  readonly response: Response | undefined;
  readonly pieces: readonly Piece[];
  readonly ending: Ending;
}

/** A caller who gave up at 100 ms must be able to do so again before anything happens. */
const SILENCE_EXTRA_MS = 1000;

/** A stream that is there for whatever comes, and not for one answer. */
export const isStanding = ({ request, response }: Exchange): boolean =>
  request.method === 'GET' && response !== undefined && isEventStream(response.headers);

/** Who ended it, as far as the recording tells; a server that did not end it does not end it now. */
export function endingOf(exchange: Exchange, isListening: boolean): Ending {
  const { outcome, response, durationMs: atMs, clientGoneAtMs, error } = exchange;
  const isAnswered = outcome === 'ok' || outcome === 'tool-error' || outcome === 'protocol-error';
  const stands = isListening || isStanding(exchange);
  if (outcome === 'truncated-by-server' || outcome === 'unreachable') return { how: 'cut', atMs };
  if (outcome === 'aborted-by-client')
    return stands ? { how: 'held', atMs } : { how: 'silence', atMs: (clientGoneAtMs ?? atMs) + SILENCE_EXTRA_MS };
  if (response === undefined) return { how: 'cut', atMs };
  // A stream that was open when its recorder ended.
  if (stands && (error !== undefined || clientGoneAtMs !== undefined || !isAnswered)) return { how: 'held', atMs };
  // Answered, and then the connection broke.
  if (error !== undefined || response.body.truncated === true) return { how: 'cut', atMs };
  return { how: 'end', atMs };
}

/** The content in pieces: events with their times, or the whole body at its end. */
function contentPieces({ response, durationMs }: Exchange, edit: (raw: Buffer) => Buffer, echo: Echo): Piece[] {
  if (response?.events !== undefined)
    return response.events.map(({ atMs, raw }) => ({ atMs, bytes: echoEvent(edit(raw), echo) }));
  const content = response?.body.decoded ?? response?.body.bytes;
  return content === undefined || content.length === 0 ? [] : [{ atMs: durationMs, bytes: echoBody(content, echo) }];
}

/** Edits that an event needs whoever asked, such as the address in an `endpoint` event. */
export type EventEdit = (raw: Buffer) => Buffer;

/** The plan; undefined where the content must change and its coding is not known to this version of Node. */
export async function planOf(
  exchange: Exchange,
  { echo, edit, isListening }: { readonly echo: Echo; readonly edit: EventEdit; readonly isListening: boolean },
): Promise<Plan | undefined> {
  const { response } = exchange;
  const ending = endingOf(exchange, isListening);
  if (response === undefined) return { response, pieces: [], ending };
  const codings = codingsOf(response.headers);
  const pieces = contentPieces(exchange, edit, echo);
  if (codings.length === 0) return { response, pieces, ending };
  const { bytes, decoded, redacted } = response.body;
  const isOpaque = decoded === undefined && !redacted && response.events === undefined && bytes.length > 0;
  if (isOpaque) return changesNothing(echo) ? { response, pieces: rawPieces(exchange), ending } : undefined;
  const isSame = !redacted && Buffer.concat(pieces.map((piece) => piece.bytes)).equals(contentBefore(response));
  if (isSame && bytes.length > 0) return { response, pieces: rawPieces(exchange), ending };
  const encoded = await encodedPieces(pieces, codings, ending);
  return encoded && { response, pieces: encoded, ending };
}

/** Every recorded token is already the caller's. */
const changesNothing = ({ ids, progressTokens }: Echo): boolean =>
  [...ids, ...progressTokens].every(([recorded, own]) => recorded === own);

const contentBefore = ({ body, events }: Response): Buffer =>
  events === undefined ? (body.decoded ?? body.bytes) : Buffer.concat(events.map(({ raw }) => raw));

/** As it crossed the wire. Where its pieces ended there is not known; of a stream it comes with the first event. */
const rawPieces = ({ response, durationMs }: Exchange): Piece[] =>
  response === undefined ? [] : [{ atMs: response.events?.[0]?.atMs ?? durationMs, bytes: response.body.bytes }];

async function encodedPieces(
  pieces: readonly Piece[],
  codings: readonly string[],
  ending: Ending,
): Promise<Piece[] | undefined> {
  const encoder = contentEncoder(codings);
  if (encoder === undefined) return undefined;
  const encoded: Piece[] = [];
  for (const { atMs, bytes } of pieces) encoded.push({ atMs, bytes: await encoder.push(bytes) });
  const rest = await encoder.end();
  return ending.how === 'end' ? [...encoded, { atMs: ending.atMs, bytes: rest }] : encoded;
}
