/**
 * A timeout is not a rollback: the official client gives up on a slow create, and the storage is read once a late write
 * would have landed. In the legacy era it tells the server so by notification, in the modern era it closes the
 * connection. Sources: 2025-11-25 basic/utilities/cancellation; 2026-07-28 basic/patterns/cancellation.
 */
import { answerOf, describeAnswer, requestOf } from '../exchange/answer.js';
import { messagesIn } from '../replay/members.js';
import type { Exchange } from '../exchange/exchange.js';
import { ERAS, type Era } from '../mcp/eras.js';
import { toolCallIn } from './calls.js';
import { VALID_ARGUMENTS } from './config.js';
import { sleep } from './sleep.js';
import type { Stage } from './stage.js';
import { countOf, type DraftsState } from './storage.js';

/** Attempts until the client's leaving reached the server in time; later ones are for machines that are very busy. */
const ATTEMPTS_MAX = 3;

export interface Moment {
  readonly atMs: number;
  readonly text: string;
}

export interface Abandoned {
  readonly era: Era;
  readonly patienceMs: number;
  /** What the client's caller got. */
  readonly clientCode: string;
  readonly before: DraftsState;
  readonly after: DraftsState;
  readonly moments: readonly Moment[];
  readonly audit: string | undefined;
  /** The server heard of it before the create had ended: else it says nothing about the server. */
  readonly inTime: boolean;
  readonly attempts: number;
}

/** What the storage did, as it happened. */
interface Fate {
  readonly what: 'created' | 'abandoned';
  readonly atMs: number;
}

function watch({ server: { storage } }: Stage): { fates: Fate[]; dispose: () => void } {
  const fates: Fate[] = [];
  const on = (what: Fate['what']) => () => void fates.push({ what, atMs: Date.now() });
  const [created, abandoned] = [on('created'), on('abandoned')];
  storage.on('created', created).on('abandoned', abandoned);
  return { fates, dispose: () => void storage.off('created', created).off('abandoned', abandoned) };
}

const isCancellation = (exchange: Exchange): boolean =>
  messagesIn(exchange).some(
    (message) => message.kind === 'notification' && message.method === 'notifications/cancelled',
  );

const FATES = { created: 'the server writes the draft', abandoned: 'the server stops: nothing is written' } as const;

interface Witnesses {
  readonly call: Exchange;
  readonly cancellation: Exchange | undefined;
  readonly fates: readonly Fate[];
  readonly gaveUp: { readonly atMs: number; readonly code: string };
  readonly read: { readonly atMs: number; readonly state: DraftsState };
}

/** The recording's times begin at a whole millisecond of the clock that tells the others. */
const CLOCK_ERROR_MS = 1;

/** What follows from something is not told before it, where only the clocks say so. */
const noSooner = (atMs: number, thanMs: number): number =>
  atMs < thanMs && thanMs - atMs <= CLOCK_ERROR_MS ? thanMs : atMs;

/** All of it on one clock, from the moment when the call came to the proxy. */
function momentsOf({ call, cancellation, fates, gaveUp, read }: Witnesses): Moment[] {
  const zero = Date.parse(call.at);
  const { name = '', idToken = '' } = requestOf(call.request) ?? {};
  const gaveUpAtMs = gaveUp.atMs - zero;
  const cancelledAtMs = cancellation && noSooner(Date.parse(cancellation.at) - zero, gaveUpAtMs);
  const left = call.clientGoneAtMs === undefined ? undefined : noSooner(call.clientGoneAtMs, gaveUpAtMs);
  const answer = call.response && answerOf(call);
  return [
    { atMs: 0, text: `tools/call ${name} id=${idToken}` },
    { atMs: gaveUpAtMs, text: `the client gives up: ${gaveUp.code}` },
    ...(cancelledAtMs === undefined ? [] : [{ atMs: cancelledAtMs, text: 'it POSTs notifications/cancelled' }]),
    ...(cancellation?.response === undefined || cancelledAtMs === undefined
      ? []
      : [{ atMs: cancelledAtMs + cancellation.durationMs, text: `HTTP ${cancellation.response.status} to that` }]),
    ...(left === undefined ? [] : [{ atMs: left, text: 'its connection is closed' }]),
    ...fates.map(({ what, atMs }) => ({ atMs: noSooner(atMs - zero, left ?? 0), text: FATES[what] })),
    ...(answer && left === undefined
      ? [{ atMs: call.durationMs, text: `${describeAnswer(answer)}, which nobody waits for` }]
      : []),
    { atMs: read.atMs - zero, text: `storage read: ${countOf(read.state)}` },
  ].toSorted((one, two) => one.atMs - two.atMs);
}

async function attempt(stage: Stage, era: Era, attempts: number): Promise<Abandoned> {
  const { server, options } = stage;
  const { patienceMs, settleMs } = options;
  const client = await stage.client(era, stage.principals.writer);
  server.storage.reset();
  const before = await stage.state();
  const recordedBefore = stage.recorded().length;
  const { fates, dispose } = watch(stage);
  const result = await client.callTool('create_draft', { ...VALID_ARGUMENTS }, { timeoutMs: patienceMs });
  const gaveUp = { atMs: Date.now(), code: 'rejected' in result ? String(result.rejected.code) : 'it got an answer' };
  // The client stays connected: whoever hangs up now would stop a legacy server as well.
  await sleep(settleMs);
  const after = await stage.state();
  const read = { atMs: Date.now(), state: after };
  dispose();
  const exchanges = stage.recorded().slice(recordedBefore);
  const call = toolCallIn(exchanges);
  const cancellation = exchanges.find(isCancellation);
  const heardAtMs = cancellation
    ? Date.parse(cancellation.at)
    : Date.parse(call.at) + (call.clientGoneAtMs ?? Infinity);
  return {
    era,
    patienceMs,
    clientCode: gaveUp.code,
    before,
    after,
    moments: momentsOf({ call, cancellation, fates, gaveUp, read }),
    audit: stage.auditLineOf(call, requestOf(call.request)?.idToken ?? ''),
    inTime: fates.every(({ what, atMs }) => what === 'abandoned' || heardAtMs < atMs),
    attempts,
  };
}

export async function seeAbandonedCreates(stage: Stage): Promise<Abandoned[]> {
  const seen: Abandoned[] = [];
  for (const era of ERAS) {
    let one = await attempt(stage, era, 1);
    while (!one.inTime && one.attempts < ATTEMPTS_MAX) one = await attempt(stage, era, one.attempts + 1);
    seen.push(one);
  }
  return seen;
}
