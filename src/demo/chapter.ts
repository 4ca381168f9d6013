/**
 * A chapter of the demo: something that was done, and what was seen. Each is gathered as data first; a pure writer turns
 * the data into text, so that no sentence can say more than the run showed.
 */
import type { Stage } from './stage.js';

export interface Chapter {
  readonly title: string;
  /** At most 100 columns wide. */
  readonly lines: readonly string[];
  /** What a stranger should remember of it, a line each. */
  readonly summary: readonly string[];
  /** Why the chapter could not be told to its end. */
  readonly missing?: string;
}

export type Telling = (stage: Stage) => Promise<Chapter>;
