/** `--check` and `--skip`: ids, or prefixes of them (`header.`), laid over the catalogue. */
import type { Check } from '../checks/check.js';
import { nearest } from '../config/nearest.js';
import { UserError } from '../user-error.js';

const meets = (id: string, wanted: string): boolean => id === wanted || (wanted.endsWith('.') && id.startsWith(wanted));

function known(wanted: readonly string[], checks: readonly Check[], flag: string): void {
  const ids = checks.map(({ id }) => id);
  for (const one of wanted) {
    if (ids.some((id) => meets(id, one))) continue;
    throw new UserError(
      `${flag} ${one}: there is no such check. The nearest is ${nearest(one, ids)}; "mcp-shakedown checks" lists them all.`,
    );
  }
}

export function selectChecks(
  checks: readonly Check[],
  { check, skip = [] }: { readonly check?: readonly string[]; readonly skip?: readonly string[] },
): readonly Check[] {
  known(check ?? [], checks, '--check');
  known(skip, checks, '--skip');
  return checks.filter(
    ({ id }) => (check?.some((one) => meets(id, one)) ?? true) && !skip.some((one) => meets(id, one)),
  );
}
