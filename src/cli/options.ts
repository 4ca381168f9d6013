/** The flags that commands share, each defined once. A command adds the groups that it understands, then its own. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ConfigFlags } from '../config/flags.js';
import { nearest } from '../config/nearest.js';
import type { Level } from '../case/levels.js';

/** What `addTargetOptions` parses; the names are those of ConfigFlags, so that it goes to `loadConfig` as it is. */
export type TargetFlags = ConfigFlags;

/** What `addRunOptions` parses. */
export interface RunFlags {
  readonly json?: string;
  readonly out: string;
  readonly seed?: number;
  /** Check ids or prefixes of them (`header.`). */
  readonly check?: readonly string[];
  readonly skip?: readonly string[];
  readonly failOn: FailOn;
  readonly quiet?: boolean;
  readonly color: boolean;
}

export const FAIL_ON = ['must', 'declared', 'should', 'heuristic'] as const satisfies readonly Level[];
export type FailOn = (typeof FAIL_ON)[number];

const ERA_CHOICES = ['legacy', 'modern', 'both'] as const;

/** Which server, as whom, and how much may be done to it. */
export function addTargetOptions(command: Command): Command {
  return command
    .optionsGroup('Target:')
    .option('--target <url>', 'URL of an MCP endpoint; a command goes last, after --')
    .option('--server <name>', 'a server out of an mcpServers file')
    .option('--mcp-config <file>', 'the mcpServers file (default: .mcp.json)')
    .option('--config <file>', 'configuration (default: shakedown.config.yaml, .yml or .json, where one exists)')
    .option('--insecure', 'accept any certificate')
    .optionsGroup('Callers:')
    .option('--header <field>', "'Name: value', repeatable: the credentials of one caller", collect)
    .option('--principal <name>', 'only this configured caller')
    .optionsGroup('Scope:')
    .addOption(new Option('--era <era>', 'legacy, modern or both').argParser(oneOf(ERA_CHOICES)))
    .option('--allow-writes', 'send calls that may change state: for a dev server')
    .option('--passive', 'send nothing that a tool could act on, not even calls that a sound server refuses')
    .optionsGroup('Options:');
}

/** Which checks, what counts as red, and where results go. */
export function addRunOptions(command: Command): Command {
  return command
    .optionsGroup('Checks:')
    .option('--check <ids>', 'only these, comma-separated; prefixes such as header. are allowed', list)
    .option('--skip <ids>', 'all but these', list)
    .addOption(
      new Option('--fail-on <level>', `exit 1 from this level on: ${FAIL_ON.join(', ')}`)
        .argParser(oneOf(FAIL_ON))
        .default('declared'),
    )
    .addOption(new Option('--seed <number>', 'repeat a run: the same seed gives the same cases').argParser(seed))
    .optionsGroup('Output:')
    .option('--json <file>', 'write the report as JSON; - is stdout, with nothing else on it')
    .option('--out <folder>', 'where recordings go', '.shakedown/')
    .option('--quiet', 'no progress')
    .option('--no-color', 'no colours')
    .optionsGroup('Options:');
}

/** What follows `--`, which the program takes off before flags are read. */
export const COMMAND_OPTION = 'command';

const collect = (value: string, before: readonly string[] | undefined): string[] => [...(before ?? []), value];

const list = (value: string, before: readonly string[] | undefined): string[] => {
  const ids = value
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length === 0) throw new InvalidArgumentError('Expected one or more check ids, comma-separated.');
  return [...(before ?? []), ...ids];
};

function seed(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('Expected a whole number of at most 15 digits.');
}

/** Accepts one of these words. */
export function oneOf<T extends string>(words: readonly T[]): (value: string) => T {
  return (value) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Expected one of ${words.join(', ')}; the nearest is ${nearest(value, words)}.`);
  };
}

/** Accepts a whole number in a range, ends included. */
export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}
