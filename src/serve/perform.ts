/** Plays a plan to a client: at the chosen pace, in order, and with the end that it had. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { headOf, type Places } from './head.js';
import { pacedMs, type Pace } from './pace.js';
import type { Plan } from './plan.js';

export interface Performance {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly plan: Plan;
  readonly pace: Pace;
  readonly places: Places;
  readonly sessionId: string | undefined;
  /** Resolves when a piece may go out; its bytes may only be known then. */
  readonly ready?: (bytes: Buffer, signal: AbortSignal) => Promise<Buffer>;
}

/** Statuses that never have a body. Source: RFC 9110 § 6.4.1. */
const BODILESS = new Set([204, 304]);

/** Resolves when all has been said, or the client has left. */
export async function perform(performance: Performance): Promise<void> {
  const { response } = performance;
  const left = new AbortController();
  response.once('close', () => left.abort());
  if (response.destroyed) left.abort();
  try {
    await play(performance, left.signal);
  } catch (error) {
    if (!left.signal.aborted) throw error;
  }
}

async function play(performance: Performance, signal: AbortSignal): Promise<void> {
  const { response, plan, pace, ready } = performance;
  const startedAtMs = globalThis.performance.now();
  const until = async (atMs: number): Promise<void> => {
    const restMs = pacedMs(atMs, pace) - (globalThis.performance.now() - startedAtMs);
    if (restMs > 0) await wait(restMs, undefined, { signal });
  };
  const { how, atMs } = plan.ending;
  if (plan.response !== undefined) {
    await until(plan.response.atMs);
    writeHead(performance);
    for (const piece of plan.pieces) {
      await until(piece.atMs);
      const bytes = ready === undefined ? piece.bytes : await ready(piece.bytes, signal);
      signal.throwIfAborted();
      if (bytes.length > 0 && !response.write(bytes)) await once(response, 'drain', { signal });
    }
  }
  if (how === 'held') return;
  // An answer that never came cannot come faster: its silence lasts at any pace.
  if (how === 'silence') await wait(atMs, undefined, { signal });
  else await until(atMs);
  if (how === 'end') response.end();
  else cut(response);
}

function writeHead({ request, response, plan, places, sessionId }: Performance): void {
  if (plan.response === undefined) return;
  const { how } = plan.ending;
  const bytes = plan.pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
  const isBodiless = request.method === 'HEAD' || BODILESS.has(plan.response.status ?? 200);
  const head = headOf(plan.response, { places, sessionId, bytes, isCut: how !== 'end', isBodiless });
  response.sendDate = head.hasDate;
  response.writeHead(head.status, head.reason, head.headers.flat());
  // What has an end waits for its first piece, so that a short answer is one write.
  if (how !== 'end' || plan.pieces.length > 1) response.write(Buffer.alloc(0));
}

/** Ends the connection without ending the answer; what was written before is still delivered. */
function cut(response: ServerResponse): void {
  if (response.socket) response.socket.destroySoon();
  else response.destroy();
}
