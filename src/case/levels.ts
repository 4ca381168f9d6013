/** How grave a finding is, and which part of the report it stands in. The names are part of the report's contract. */

/** Levels that are findings, the severest first; `divergence` is reported and never red. */
export const FINDING_LEVELS = ['must', 'declared', 'should', 'heuristic', 'divergence'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** `info` is a note in the report, never a finding. */
export type Level = FindingLevel | 'info';

export const LAYERS = [
  'era-and-version',
  'envelope',
  'contract',
  'behaviour',
  'forbidden-effects',
  'cancellation',
  'authorization',
  'conformance',
  'robustness',
] as const;
export type LayerName = (typeof LAYERS)[number];

/** Whether a level counts for exit code 1 when `--fail-on` names another. */
export const atOrAbove = (level: Level, failOn: Level): boolean =>
  level !== 'info' &&
  level !== 'divergence' &&
  FINDING_LEVELS.indexOf(level) <= FINDING_LEVELS.indexOf(failOn as FindingLevel);
