/** `explain ID`: what one check sends, what is right, and why. */
import { Command } from 'commander';
import type { Check } from '../checks/check.js';
import { CHECKS } from '../checks/list.js';
import { nearest } from '../config/nearest.js';
import { explanationText } from '../report/terminal/catalogue.js';
import { palette, wantsColour } from '../report/terminal/palette.js';
import { UserError } from '../user-error.js';

const SUGGESTIONS = 3;
const COLUMNS_MAX = 100;

/** Ids that the asked one may have meant: those that begin with it, else the nearest. */
export function nearestIds(asked: string, ids: readonly string[]): string[] {
  const beginning = asked === '' ? [] : ids.filter((id) => id.startsWith(asked));
  if (beginning.length > 0) return beginning.slice(0, 2 * SUGGESTIONS);
  const left = new Set(ids);
  return Array.from({ length: Math.min(SUGGESTIONS, ids.length) }, () => {
    const found = nearest(asked, [...left]) ?? '';
    left.delete(found);
    return found;
  });
}

function checkNamed(id: string, checks: readonly Check[]): Check {
  const found = checks.find((check) => check.id === id);
  if (found) return found;
  const near = nearestIds(
    id,
    checks.map(({ id: known }) => known),
  );
  const hint = near.length > 0 ? ` The nearest: ${near.join(', ')}.` : '';
  throw new UserError(`There is no check named ${JSON.stringify(id)}.${hint} mcp-shakedown checks lists them all.`);
}

export function explainCommand(
  checks: readonly Check[] = CHECKS,
  stdout: NodeJS.WriteStream = process.stdout,
): Command {
  return new Command('explain')
    .description('Tell what one check sends, what a correct server answers, and why it matters.')
    .argument('<id>', 'id of a check, as in reports: header.name-mismatch')
    .option('--no-color', 'plain text')
    .action((id: string, { color }: { color: boolean }) => {
      const colours = palette(wantsColour(stdout, process.env, !color));
      stdout.write(
        explanationText(checkNamed(id, checks), colours, Math.min(COLUMNS_MAX, stdout.columns ?? COLUMNS_MAX)),
      );
    });
}
