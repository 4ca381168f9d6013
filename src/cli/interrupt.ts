/** Ctrl-C and SIGTERM as a signal that a run can finish on: what was found until then is written down. */
import { EXIT_CODES } from './exit-codes.js';

export interface Interruption {
  readonly signal: AbortSignal;
  /** Stops listening; the process ends by signals again. */
  readonly dispose: () => void;
}

/** Listens for the first signal; a second one ends the process at once. */
export function interruption(onFirst: () => void = () => undefined): Interruption {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_CODES.interrupted);
    process.exitCode = EXIT_CODES.interrupted;
    controller.abort();
    onFirst();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    dispose() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
