/** What the command line parser complains about, as one sentence with the nearest thing that would have been right. */
import type { Command, CommanderError } from 'commander';
import { meant, nearest } from '../config/nearest.js';
import { TOOL } from '../version.js';
import { UserError } from '../user-error.js';

/** The complaint as a UserError; undefined where help or the version was asked for, which is none. */
export function usageError(error: CommanderError, command: Command): UserError | undefined {
  if (error.exitCode === 0) return undefined;
  const message = error.message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  if (error.code === 'commander.unknownOption') return new UserError(unknownFlag(message, command));
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return new UserError(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
}

function unknownFlag(message: string, command: Command): string {
  const flag = /'([^']*)'/.exec(message)?.[1] ?? '';
  const known = [...command.options.flatMap(({ long, short }) => long ?? short ?? []), '--help'];
  const start = `Unknown flag ${flag} for ${command.name()}`;
  if (command.commands.length > 0)
    return `${start}; the flags of a command come after it, as in ${TOOL.name} probe --target URL.`;
  return `${start}; the nearest known one is ${nearest(flag, known)}.`;
}

export function unknownCommand(name: string, known: readonly string[]): UserError {
  const near = meant(name, known);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return new UserError(`There is no command named ${JSON.stringify(name)}. There are: ${known.join(', ')}.${hint}`);
}
