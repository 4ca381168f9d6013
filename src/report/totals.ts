/** Numbers of a report that follow from its rows and findings. */
import type { CheckRow, CheckStatus, Finding } from '../case/finding.js';
import { FINDING_LEVELS, LAYERS, type FindingLevel } from '../case/levels.js';
import type { Report } from './report.js';

/** The gravest first. */
const STATUSES: readonly CheckStatus[] = ['failed', 'passed', 'not-testable', 'not-applicable'];

/** What several come to: one failure is a failure, and one pass outweighs what could not be tested. */
export const gravest = (statuses: readonly CheckStatus[]): CheckStatus =>
  STATUSES.find((status) => statuses.includes(status)) ?? 'not-applicable';

/** All nine, in order; a layer without a row is not applicable. `checks` and `failed` count rows. */
export function layersOf(rows: readonly CheckRow[]): Report['layers'] {
  return LAYERS.map((name) => {
    const statuses = rows.filter(({ layer }) => layer === name).map(({ status }) => status);
    const failed = statuses.filter((status) => status === 'failed').length;
    return { name, verdict: gravest(statuses), checks: statuses.length, failed };
  });
}

/** How many findings there are at each level, confirmed or not. */
export function levelCounts(findings: readonly Pick<Finding, 'level'>[]): Record<FindingLevel, number> {
  const count = (level: FindingLevel) => findings.filter((finding) => finding.level === level).length;
  return Object.fromEntries(FINDING_LEVELS.map((level) => [level, count(level)])) as Record<FindingLevel, number>;
}
