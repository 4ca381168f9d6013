/** The steps of a script as small generators, so that a script reads as what it does. */
import type { Session, Step, StepResult } from '../../case/case.js';
import type { Exchange, Request } from '../../exchange/exchange.js';
import type { Era } from '../../mcp/eras.js';
import type { HeaderList } from '../../mcp/headers.js';

export type Steps<T = void> = Generator<Step, T, StepResult>;

export interface SendOptions {
  readonly as: string | null;
  readonly era: Era;
  readonly channel?: string;
  readonly timeoutMs?: number;
}

export function* send(label: string, request: Request, options: SendOptions): Steps<Exchange> {
  return (yield { do: 'send', label, request, ...options }) as Exchange;
}

/** Sends and goes on; `settle` gets the exchange. */
export function* start(label: string, request: Request, options: SendOptions): Steps {
  yield { do: 'send', label, request, ...options, background: true };
}

export function* settle(label: string): Steps<Exchange> {
  return (yield { do: 'settle', label }) as Exchange;
}

export function* abandon(label: string): Steps {
  yield { do: 'abandon', label };
}

export function* wait(ms: number, why: string): Steps {
  yield { do: 'wait', ms, why };
}

export function* reset(): Steps {
  yield { do: 'reset' };
}

export function* readState(label: string): Steps<unknown> {
  return ((yield { do: 'read-state', label }) as { state: unknown }).state;
}

/** What requests of the era carry besides credentials: in legacy, what an open session gives. */
export function* sessionFor(era: Era, as: string): Steps<HeaderList> {
  if (era === 'modern') return [];
  return ((yield { do: 'open-session', as }) as Session).headers;
}
