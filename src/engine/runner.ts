/**
 * Does the steps of a script against a target and gathers the evidence. It is the one place where a step becomes
 * traffic, for probes, campaigns and replayed findings alike; it never throws for what a server does.
 */
import type { Evidence, DoneStep, Script, Session, Step, StepResult, Subject } from '../case/case.js';
import type { Principal } from '../config/config.js';
import type { Exchange } from '../exchange/exchange.js';
import type { StateReader, Target, Flight } from '../target/target.js';
import { openSession } from './session.js';

export interface Clock {
  /** Milliseconds that only ever grow. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface RunnerOptions {
  readonly target: Target;
  readonly state: StateReader | undefined;
  readonly principals: readonly Principal[];
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Told of every exchange as it ends. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Stops before the next step. */
  readonly signal?: AbortSignal;
}

interface Underway {
  readonly flight: Flight;
  readonly settled: Promise<Exchange>;
}

/** What one run of a script has going. */
interface Run {
  readonly steps: DoneStep[];
  readonly flights: Map<string, Underway>;
  readonly startedAt: number;
}

class StepFailed extends Error {}

export class Runner {
  readonly #options: RunnerOptions;
  /** stdio: the session that each living process was opened with. */
  readonly #sessions = new Map<string, Session>();
  #endsSeen = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Runs a script to its end, or to the first step that cannot be done; a process that dies of it is told. */
  async run(script: Script, subject: Subject): Promise<Evidence> {
    const { clock, signal } = this.#options;
    const run: Run = { steps: [], flights: new Map(), startedAt: clock.now() };
    const { ends } = this.#options.target;
    const endsBefore = ends.length;
    const steps = script();
    let failure: string | undefined;
    try {
      for (let next = steps.next(); !next.done;) {
        if (signal?.aborted) throw new StepFailed('the run was interrupted');
        next = steps.next(await this.#step(next.value, run));
      }
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      failure = error.message;
    } finally {
      for (const { flight } of run.flights.values()) flight.abort();
      await Promise.all([...run.flights.values()].map(({ settled }) => settled));
    }
    const died = ends.slice(endsBefore).some(({ asked }) => asked === undefined);
    return {
      subject,
      steps: run.steps,
      ...(failure === undefined ? {} : { failure }),
      ...(died ? { alive: false } : {}),
    };
  }

  async #step(step: Step, run: Run): Promise<StepResult> {
    const atMs = Math.round(this.#options.clock.now() - run.startedAt);
    const done = (exchanges: readonly Exchange[], more: { state?: unknown } = {}) =>
      run.steps.push({ step, atMs, exchanges, ...more });
    switch (step.do) {
      case 'reset':
        await this.#reachState('reset', async () => this.#options.state?.reset?.());
        done([]);
        return undefined;
      case 'read-state': {
        const state = await this.#reachState('read', async () => this.#options.state?.read());
        done([], { state });
        return { state };
      }
      case 'wait':
        await this.#options.clock.sleep(step.ms);
        done([]);
        return undefined;
      case 'restart':
        this.#sessions.delete(step.channel);
        await this.#options.target.restart(step.channel);
        done([]);
        return undefined;
      case 'open-session': {
        const session = await this.#session(step.as);
        done(session.exchanges);
        if ('failure' in session) throw new StepFailed(session.failure);
        return session;
      }
      case 'send': {
        const underway = this.#send(step);
        if (step.background) {
          run.flights.set(step.label, underway);
          await underway.flight.sent;
          done([]);
          return undefined;
        }
        const exchange = await underway.settled;
        done([exchange]);
        return exchange;
      }
      case 'abandon':
        run.flights.get(step.label)?.flight.abort();
        done([]);
        return undefined;
      case 'settle': {
        const exchange = await run.flights.get(step.label)?.settled;
        run.flights.delete(step.label);
        done(exchange ? [exchange] : []);
        return exchange;
      }
    }
  }

  #principal(name: string | null): Principal | null {
    if (name === null) return null;
    return this.#options.principals.find((one) => one.name === name) ?? null;
  }

  #send(step: Extract<Step, { do: 'send' }>): Underway {
    const flight = this.#options.target.send(step.request, {
      as: this.#principal(step.as),
      era: step.era,
      channel: step.channel ?? step.era,
      timeoutMs: step.timeoutMs ?? this.#options.timeoutMs,
    });
    const settled = flight.exchange.then((exchange) => {
      this.#options.onExchange(exchange);
      return exchange;
    });
    return { flight, settled };
  }

  /** A fresh session over HTTP; on stdio the one that the living process was opened with. */
  async #session(as: string): ReturnType<typeof openSession> {
    const { target, timeoutMs, onExchange } = this.#options;
    for (const { channel } of target.ends.slice(this.#endsSeen)) this.#sessions.delete(channel);
    this.#endsSeen = target.ends.length;
    const open = target.transport === 'stdio' ? this.#sessions.get('legacy') : undefined;
    if (open) return open;
    const opened = await openSession(target, this.#principal(as), timeoutMs);
    for (const exchange of opened.exchanges) onExchange(exchange);
    if ('failure' in opened) return opened;
    if (target.transport === 'stdio') this.#sessions.set('legacy', { ...opened, exchanges: [] });
    return opened;
  }

  async #reachState<T>(what: string, reach: () => Promise<T>): Promise<T> {
    try {
      return await reach();
    } catch (error) {
      throw new StepFailed(`the state could not be ${what}: ${(error as Error).message}`);
    }
  }
}
