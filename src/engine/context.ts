/** What a run is given: the owner's configuration, a target, and everything that touches the world, as functions. */
import type { Check } from '../checks/check.js';
import type { Config, Principal } from '../config/config.js';
import type { Era } from '../mcp/eras.js';
import type { StateReader, Target } from '../target/target.js';
import type { Listener } from './events.js';
import type { Clock } from './runner.js';

/** What became of the official client that was pinned to an era. */
export type PinResult =
  | { readonly ok: true; readonly era: Era; readonly version: string }
  /** `code` is the client's own word, such as ERA_NEGOTIATION_FAILED. */
  | { readonly ok: false; readonly code: string; readonly message: string; readonly isUnreachable: boolean };

export interface EngineContext {
  readonly config: Config;
  readonly target: Target;
  readonly state: StateReader | undefined;
  readonly clock: Clock;
  readonly emit: Listener;
  readonly signal: AbortSignal;
  readonly seed: number;
  readonly checks: readonly Check[];
  /** Eras to keep to; undefined: all that are found. */
  readonly eras?: readonly Era[];
  /** Connects the official client, pinned to an era, as a principal. */
  readonly pin?: (era: Era, principal: Principal) => Promise<PinResult>;
  /** Where a finding's recording will stand, and the command that replays it. */
  readonly recordingOf: (findingId: string) => string;
  readonly reproduceOf: (findingId: string) => string;
}
