/** A server that breaks one rule. The file is named as the check that must turn red, so that every check has its own. */
import type { Config } from '../../../src/config/config.js';
import type { FindingLevel } from '../../../src/case/levels.js';
import type { Behaviour, Era } from '../sound/behaviour.js';

export interface BrokenServer {
  readonly check: string;
  readonly level: FindingLevel;
  readonly breaks: Partial<Behaviour>;
  /** The check sends nothing of its own, and looks at what these send. */
  readonly beside?: readonly string[];
  /** Only a campaign reaches it; left out: a probe does. */
  readonly by?: 'fuzz';
  /** What its owner states, where that is part of the fault. */
  readonly config?: (era: Era) => Partial<Config>;
}
