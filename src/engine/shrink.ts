/** Makes a failing input smaller for as long as it keeps failing in the same way, within a budget. */
import type * as fc from 'fast-check';
import { shrinksOf } from '../../generators/index.js';
import type { Clock } from './runner.js';

export interface ShrinkBudget {
  readonly executionsMax: number;
  readonly timeMaxMs: number;
}

export interface Shrunken<T> {
  readonly value: fc.Value<T>;
  /** Smaller inputs that still failed, and all that were tried. */
  readonly steps: number;
  readonly executions: number;
}

/** `stillFails` is asked of one candidate after the other, the boldest first. */
export async function shrink<T>(
  arbitrary: fc.Arbitrary<T>,
  from: fc.Value<T>,
  stillFails: (candidate: T) => Promise<boolean>,
  budget: ShrinkBudget,
  clock: Clock,
): Promise<Shrunken<T>> {
  const until = clock.now() + budget.timeMaxMs;
  let [value, steps, executions] = [from, 0, 0];
  for (let smaller = true; smaller;) {
    smaller = false;
    for (const candidate of shrinksOf(arbitrary, value)) {
      if (executions >= budget.executionsMax || clock.now() > until) return { value, steps, executions };
      executions++;
      if (await stillFails(candidate.value)) {
        value = candidate;
        steps++;
        smaller = true;
        break;
      }
    }
  }
  return { value, steps, executions };
}
