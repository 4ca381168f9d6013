/**
 * The rows of the report: one for each check, era, caller and tool, made of the verdicts of its cases. A failure
 * outweighs all; then a pass, then not testable, then not applicable.
 */
import type { Subject } from '../case/case.js';
import type { CheckRow, CheckStatus } from '../case/finding.js';
import type { Level } from '../case/levels.js';
import type { Verdict } from '../case/verdict.js';
import type { Check } from '../checks/check.js';

const WEIGHT: Readonly<Record<CheckStatus, number>> = { failed: 3, passed: 2, 'not-testable': 1, 'not-applicable': 0 };

/** The row of one verdict. */
export function rowOf(check: Check, subject: Subject, verdict: Verdict): CheckRow {
  const { era, transport, principal, tool } = subject;
  const answered = verdict.status === 'passed' || verdict.status === 'failed';
  const state = answered ? verdict.state : undefined;
  return {
    id: check.id,
    layer: check.layer,
    era,
    transport,
    principal: principal ?? null,
    tool: tool ?? null,
    status: verdict.status,
    reason: reasonOf(verdict),
    http: (answered ? verdict.http : undefined) ?? null,
    rpc: (answered ? verdict.rpc : undefined) ?? null,
    ...(verdict.status === 'failed' ? halvesOf(verdict) : {}),
    ...(state ? { state } : {}),
  };
}

/** Status and code, each judged on its own. */
const halvesOf = ({
  statusAllowed,
  codeAllowed,
}: Extract<Verdict, { status: 'failed' }>): Pick<CheckRow, 'statusAllowed' | 'codeAllowed'> => ({
  ...(statusAllowed === undefined ? {} : { statusAllowed }),
  ...(codeAllowed === undefined ? {} : { codeAllowed }),
});

function reasonOf(verdict: Verdict): string {
  switch (verdict.status) {
    case 'passed':
      return verdict.note ?? '';
    case 'failed':
      return verdict.title;
    default:
      return verdict.reason;
  }
}

/** The level that a failed verdict has: its own, else the check's, graded down where the owner says so. */
export function levelOf(
  check: Check,
  verdict: { readonly level?: Level },
  expect: Readonly<Record<string, Level>>,
): Level {
  return expect[check.id] ?? verdict.level ?? check.level;
}

/** Collects rows; of several for the same place the weightiest stands. */
export class Rows {
  readonly #rows = new Map<string, CheckRow>();

  add(row: CheckRow): void {
    const key = JSON.stringify([row.id, row.era, row.principal, row.tool]);
    const before = this.#rows.get(key);
    if (!before || WEIGHT[row.status] > WEIGHT[before.status]) this.#rows.set(key, row);
    else if (row.status === before.status && before.reason === '' && row.reason !== '') this.#rows.set(key, row);
  }

  all(): CheckRow[] {
    return [...this.#rows.values()];
  }
}
