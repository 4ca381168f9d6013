/**
 * Replay: what was recorded is sent again and held against what came then. A session is compared exchange by exchange;
 * a finding's case is done again and judged by its own check.
 */
import type { EngineContext } from '../engine/context.js';
import type { RunVerdict } from '../engine/events.js';
import { recordedFinding } from '../recording/finding-lines.js';
import type { Recording } from '../recording/recording.js';
import { UserError } from '../user-error.js';
import { Replay, type ReplayOptions } from './context.js';
import { replayFinding } from './finding.js';
import { sessionOf, sessionOfDifference, type Session } from './recorded-session.js';
import { SessionReplay } from './session.js';
import { REPLAY_CHANGED } from './tell-difference.js';

/** Replays recordings one after the other, and tells its story as events; the verdict is on all of them. */
export async function replay(
  context: EngineContext,
  recordings: readonly Recording[],
  options: ReplayOptions = {},
): Promise<RunVerdict> {
  for (const recording of recordings) checkTransport(recording, context);
  const run = new Replay(context, options);
  for (const recording of recordings) {
    const found = recordedFinding(recording);
    if (found && found.finding.check !== REPLAY_CHANGED) await replayFinding(run, recording, found);
    else await replaySession(run, found ? sessionOfDifference(recording, found) : sessionOf(recording));
  }
  context.emit({ type: 'replayed', counts: run.tally.counts });
  return verdictOf(run);
}

function checkTransport({ name, header }: Recording, { target }: EngineContext): void {
  if (header.target.kind === target.transport) return;
  const ways = { http: '--target URL', stdio: '-- COMMAND ARG…' };
  throw new UserError(
    `${name} was recorded over ${header.target.kind}, and ${target.name} is reached over ${target.transport}. Give a target of the recording's kind: ${ways[header.target.kind]}.`,
  );
}

/** Each recording begins where its server began, as far as its owner gave a way back there. */
async function replaySession(run: Replay, session: Session): Promise<void> {
  const { state, signal } = run.context;
  if (session.exchanges.length > 0 && !signal.aborted) await state?.reset?.().catch(() => undefined);
  await new SessionReplay(run, session).run();
}

function verdictOf({ context, tally, unreachable }: Replay): RunVerdict {
  if (context.signal.aborted) return { kind: 'interrupted' };
  const { compared, recorded } = tally.counts;
  if (compared > 0) return { kind: 'tested' };
  if (unreachable !== undefined) return { kind: 'unreachable', reason: unreachable };
  if (recorded === 0) return { kind: 'inconclusive', reason: 'nothing was compared: no request is recorded' };
  return { kind: 'inconclusive', reason: `nothing was compared: ${tally.mainReason ?? 'all was left out'}` };
}
