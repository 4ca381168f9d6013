/**
 * A case: a script of steps that puts one question to a server, and the evidence that came of it. Scripts are
 * generators, so that they can use an answer to build the next request without doing any I/O themselves; whoever runs
 * one (the engine live, replay from a file) decides what a step is done with.
 */
import type { Exchange, Request, Transport } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';
import type { HeaderList } from '../mcp/headers.js';

/** What a case is about; part of every finding, and all that a judge may know besides the evidence. */
export interface Subject {
  readonly era: Era;
  readonly transport: Transport;
  /** Whose call is under test; undefined where it does not matter. */
  readonly principal?: string;
  readonly tool?: string;
  /** The tool as the server advertised it, for judging arguments and results. */
  readonly definition?: unknown;
  /** What was done to the request, in one verb phrase each (`drop-method-header`). */
  readonly mutations?: readonly string[];
}

export type Step =
  | { readonly do: 'reset' }
  | { readonly do: 'read-state'; readonly label: string }
  | { readonly do: 'wait'; readonly ms: number; readonly why: string }
  /** Ends the stdio process of a channel, so that the next request meets a fresh one. */
  | { readonly do: 'restart'; readonly channel: string }
  /** Opens a legacy session (initialize, notifications/initialized); on stdio once for each process. */
  | { readonly do: 'open-session'; readonly as: string }
  | {
      readonly do: 'send';
      readonly label: string;
      /** A principal's name; null sends no credentials. */
      readonly as: string | null;
      readonly era: Era;
      readonly request: Request;
      /** stdio: the process; left out: the era's own. */
      readonly channel?: string;
      /** Go on at once; `settle` gets the exchange later. */
      readonly background?: boolean;
      readonly timeoutMs?: number;
    }
  /** The client of a background request gives up: closes the connection, or (stdio) stops waiting. */
  | { readonly do: 'abandon'; readonly label: string }
  | { readonly do: 'settle'; readonly label: string };

/** An open legacy session: what its requests carry. */
export interface Session {
  readonly headers: HeaderList;
  readonly version: string;
  readonly exchanges: readonly Exchange[];
}

export type StepResult = Exchange | Session | { readonly state: unknown } | undefined;

/** A step as it was done. `atMs` counts from the start of the script. */
export interface DoneStep {
  readonly step: Step;
  readonly atMs: number;
  readonly exchanges: readonly Exchange[];
  /** Of `read-state`: the storage. */
  readonly state?: unknown;
}

export type Script = () => Generator<Step, void, StepResult>;

/** All that came of one run of a script. */
export interface Evidence {
  readonly subject: Subject;
  readonly steps: readonly DoneStep[];
  /** Why the script could not be done to its end: a state that could not be read, a session that was refused. */
  readonly failure?: string;
  /** The server answered a plain request afterwards; undefined where that was not asked. */
  readonly alive?: boolean;
}

export interface Case {
  readonly subject: Subject;
  /** Cases with the same key send the same, so that checks that ask the same question share one run of it. */
  readonly key?: string;
  /** Likewise for controls. */
  readonly controlKey?: string;
  /**
   * The same exchange unmutated: what a sound server answers with a result. Without it a refusal proves nothing, as
   * the server may refuse everything. Its exchanges labelled `control` must end `ok`.
   */
  readonly control?: Script;
  readonly script: Script;
}

/** The exchange of a labelled `send`; its `settle` where it ran in the background. */
export function exchangeOf(evidence: Evidence, label: string): Exchange | undefined {
  return evidence.steps
    .findLast(
      ({ step, exchanges }) =>
        (step.do === 'send' || step.do === 'settle') && step.label === label && exchanges.length > 0,
    )
    ?.exchanges.at(-1);
}

/** The storage at a labelled `read-state`; undefined where it was not read. */
export function stateAt(evidence: Evidence, label: string): { readonly state: unknown } | undefined {
  const done = evidence.steps.findLast(({ step }) => step.do === 'read-state' && step.label === label);
  return done && 'state' in done ? { state: done.state } : undefined;
}
