/** `checks`: lists the catalogue. */
import { Command } from 'commander';
import type { Check } from '../checks/check.js';
import { CHECKS } from '../checks/list.js';
import { keysFor } from '../checks/needs.js';
import { catalogueText } from '../report/terminal/catalogue.js';
import { palette, wantsColour } from '../report/terminal/palette.js';
import { writeOut } from '../report/write-out.js';

/** The catalogue for other programs. */
export function catalogueJson(checks: readonly Check[]): string {
  const entries = checks.map(({ id, title, level, layer, kind, eras, transports, source, needs, safety, explain }) => {
    const facts = { id, title, level, layer, kind, eras, transports, source, needs, keys: keysFor(needs), safety };
    return { ...facts, ...explain };
  });
  return `${JSON.stringify({ format: 'mcp-shakedown/checks', version: 1, checks: entries }, null, 2)}\n`;
}

export function checksCommand(checks: readonly Check[] = CHECKS, stdout: NodeJS.WriteStream = process.stdout): Command {
  return new Command('checks')
    .description('List the catalogue: what is checked, how grave it is, and what each check needs to be given.')
    .option('--json <file>', 'write the catalogue as JSON; - is stdout')
    .option('--no-color', 'plain text')
    .action(async ({ json, color }: { json?: string; color: boolean }) => {
      if (json !== undefined) await writeOut(json, catalogueJson(checks), 'the catalogue', stdout);
      if (json === '-') return;
      stdout.write(catalogueText(checks, palette(wantsColour(stdout, process.env, !color))));
    });
}
