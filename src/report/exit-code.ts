/** What a run ends with, by the one table of exit codes: the first line that applies counts. */
import type { Finding } from '../case/finding.js';
import { atOrAbove, type Level } from '../case/levels.js';
import type { RunVerdict } from '../engine/events.js';

/** A finding that makes the run red. What was seen once, or only sometimes, never does. */
export const counts = ({ confidence, level }: Pick<Finding, 'confidence' | 'level'>, failOn: Level): boolean =>
  confidence === 'confirmed' && atOrAbove(level, failOn);

/** A usage error (2) ends a run before it has a verdict. */
export function exitCodeOf(
  verdict: RunVerdict,
  findings: readonly Pick<Finding, 'confidence' | 'level'>[],
  failOn: Level,
): 0 | 1 | 3 | 4 | 130 {
  if (verdict.kind === 'interrupted') return 130;
  if (verdict.kind === 'unreachable') return 4;
  if (findings.some((finding) => counts(finding, failOn))) return 1;
  return verdict.kind === 'inconclusive' ? 3 : 0;
}
