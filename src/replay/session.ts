/**
 * Sends a recorded session again, request by request in its order, and holds each answer against the recorded one.
 *
 * 1. What is no request is sent where others need it; what cannot or may not be sent again is left out, with a reason.
 * 2. Values that the server made then are replaced by those that it made now (links.ts).
 * 3. An answer that differs is asked for once more where the call only reads: what moves between the two is noise.
 * 4. What is left is a finding.
 */
import type { Exchange, Request } from '../exchange/exchange.js';
import { AnswerJudge } from './answer-judge.js';
import { callsOf, learnFromRepeats } from './baseline.js';
import { Comparison } from './comparison.js';
import type { Replay } from './context.js';
import { Links } from './links.js';
import { requestMembers, type Member } from './members.js';
import { NewSessions } from './new-sessions.js';
import { prepare, type Ready, type Surroundings } from './prepare.js';
import { isWrite, leaveFor } from './safety.js';
import type { Session } from './recorded-session.js';
import { select } from './selection.js';
import { endpointOf, usualHost } from './wire-request.js';

export class SessionReplay {
  readonly #replay: Replay;
  readonly #session: Session;
  readonly #links: Links;
  readonly #judge: AnswerJudge;
  readonly #around: Surroundings;
  readonly #newSessions = new NewSessions();
  /** What came in this run of each exchange that was sent. */
  readonly #live = new Map<Exchange, Exchange>();
  #gone: string | undefined;

  constructor(replay: Replay, session: Session) {
    const { exchanges, readOnly, target } = session;
    const { config, target: now } = replay.context;
    this.#replay = replay;
    this.#session = session;
    this.#links = new Links(exchanges, (one) => requestMembers(one).some(({ rpc }) => isWrite(rpc, one, readOnly)));
    const noise = learnFromRepeats(callsOf(exchanges, readOnly));
    this.#judge = new AnswerJudge({
      replay,
      session,
      links: this.#links,
      comparison: new Comparison(this.#links, noise, config.volatile),
      live: this.#live,
      isStopped: () => this.#stopped !== undefined,
    });
    this.#around = {
      callers: replay.callers,
      endpoint: { recorded: endpointOf(target), now: now.path },
      usualHost: usualHost(exchanges),
    };
  }

  async run(): Promise<void> {
    for (const recorded of this.#session.exchanges) {
      const selected = select(recorded, this.#session.exchanges);
      if (selected.kind === 'ask') await this.#ask(recorded, selected.members);
      if (selected.kind === 'needed') await this.#sendNeeded(recorded);
      if (selected.kind === 'left-out') this.#skip(recorded, selected.members, selected.reason);
    }
  }

  /** Why nothing more is sent; undefined as long as it is. */
  get #stopped(): string | undefined {
    const { isInterrupted, unreachable } = this.#replay;
    if (isInterrupted) return 'the run was interrupted';
    return unreachable === undefined ? this.#gone : `the server could not be reached: ${unreachable}`;
  }

  #skip(recorded: Exchange, members: readonly Member[], reason: string): void {
    this.#leaveUnsent(recorded, members);
    this.#replay.tally.leaveOut(recorded, members, reason);
  }

  /** What it made does not exist in this run, and what it changed is not changed. */
  #leaveUnsent(recorded: Exchange, members: readonly Member[]): void {
    this.#links.leaveOut(recorded);
    const write = members.find(({ rpc }) => isWrite(rpc, recorded, this.#session.readOnly));
    if (write) this.#judge.unsent = `${write.what} (#${recorded.n})`;
  }

  async #sendNeeded(recorded: Exchange): Promise<void> {
    const prepared = prepare(recorded, this.#links, this.#around);
    if (this.#stopped === undefined && 'request' in prepared) await this.#send(recorded, prepared);
  }

  async #ask(recorded: Exchange, members: readonly Member[]): Promise<void> {
    const { tally, context } = this.#replay;
    const stopped = this.#stopped ?? otherEra(recorded, context.config.era);
    if (stopped !== undefined) return this.#skip(recorded, members, stopped);
    const leaves = members.map(({ rpc }) => leaveFor(rpc, recorded, this.#session.readOnly, context.config));
    const refused = leaves.find((leave) => !leave.may);
    if (refused && !refused.may) {
      this.#leaveUnsent(recorded, members);
      return tally.leaveOutUnsafe(recorded, members, refused.reason);
    }
    const prepared = prepare(recorded, this.#links, this.#around);
    if ('reason' in prepared) return this.#skip(recorded, members, prepared.reason);
    const live = await this.#send(recorded, prepared);
    // What was given up, or never reached anybody, is no answer to compare; a server that is gone now is.
    const isNoAnswer = this.#replay.isInterrupted || this.#replay.unreachable !== undefined;
    if (isNoAnswer) return this.#skip(recorded, members, this.#stopped ?? '');
    const again = (request: Request) => this.#transmit(recorded, prepared, request);
    await this.#judge.judge({ recorded, members, leaves, request: prepared.request, live, again });
  }

  async #send(recorded: Exchange, prepared: Ready): Promise<Exchange> {
    const live = await this.#transmit(recorded, prepared, prepared.request);
    this.#live.set(recorded, live);
    this.#links.resolve(recorded, live);
    this.#newSessions.see(recorded, live);
    if (isGone(live))
      this.#gone = `the server was gone after exchange ${recorded.n}: ${live.error ?? 'no reason given'}`;
    return live;
  }

  #transmit(recorded: Exchange, { as }: Ready, request: Request): Promise<Exchange> {
    const { timeoutMs } = this.#replay.context.config;
    return this.#replay.send(this.#newSessions.apply(request, recorded), {
      as,
      era: recorded.era,
      channel: `replay ${this.#session.name} ${recorded.connection}`,
      // A call that took long when it was recorded may take as long again.
      timeoutMs: Math.max(timeoutMs, Math.ceil(3 * recorded.durationMs)),
    });
  }
}

const otherEra = ({ era }: Exchange, wanted: Exchange['era'] | undefined): string | undefined =>
  wanted === undefined || wanted === era ? undefined : `it was recorded in the ${era} era, and --era leaves that out`;

/** Nobody is there to answer what comes next. */
const isGone = ({ outcome, transport }: Exchange): boolean =>
  outcome === 'unreachable' || (transport === 'stdio' && outcome === 'truncated-by-server');
