/** What a replay is given, and what all of its recordings share. */
import type { EngineContext } from '../engine/context.js';
import type { Exchange, Request } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';
import type { Principal } from '../config/config.js';
import type { Callers } from './credentials.js';
import { Tally } from './tally.js';

export interface ReplayOptions {
  /** A caller that was chosen by hand (`--principal`, `--header`): its credentials stand for every masked one. */
  readonly standIn?: string;
}

export interface Sending {
  readonly as: Principal | null;
  readonly era: Era;
  readonly channel: string;
  readonly timeoutMs: number;
}

export class Replay {
  readonly context: EngineContext;
  readonly callers: Callers;
  readonly tally: Tally;
  #sent = 0;
  #answered = false;
  /** Why the server could not be reached, where nothing ever was. */
  unreachable: string | undefined;

  constructor(context: EngineContext, { standIn }: ReplayOptions) {
    this.context = context;
    this.callers = { principals: context.config.principals, ...(standIn === undefined ? {} : { standIn }) };
    this.tally = new Tally(context.emit);
  }

  get isInterrupted(): boolean {
    return this.context.signal.aborted;
  }

  /** Tells an exchange of this run, under its number in it. */
  tell(exchange: Exchange): Exchange {
    const told = { ...exchange, n: ++this.#sent };
    if (exchange.outcome === 'unreachable' && !this.#answered)
      this.unreachable ??= exchange.error ?? 'the server could not be reached';
    else this.#answered = true;
    this.context.emit({ type: 'exchange', exchange: told });
    return told;
  }

  /** Sends a request; an interruption gives it up. */
  async send(request: Request, { as, era, channel, timeoutMs }: Sending): Promise<Exchange> {
    const { target, signal } = this.context;
    const flight = target.send(request, { as, era, channel, timeoutMs });
    const giveUp = (): void => flight.abort();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return this.tell(await flight.exchange);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }
}
