/** The program: finds the command that was asked for, loads it, and hands it the command line. */
import { Command, CommanderError } from 'commander';
import { TOOL } from '../version.js';
import { UserError } from '../user-error.js';
import { COMMANDS, type CommandEntry } from './commands.js';
import { DESCRIPTION, FOOTER } from './help.js';
import { COMMAND_OPTION } from './options.js';
import { unknownCommand, usageError } from './usage-error.js';

/** Runs one command line, without node and script; throws UserError for what its user can mend. */
export async function run(args: readonly string[], commands: readonly CommandEntry[] = COMMANDS): Promise<void> {
  const { own, command } = splitCommand(args);
  const [first] = own;
  if (first === undefined) throw new UserError(`No command was given; "${TOOL.name} --help" lists them.`);
  const names = commands.map(({ name }) => name);
  const asked = commands.find(({ name }) => name === first);
  if (!asked && !first.startsWith('-')) throw unknownCommand(first, names);
  const program = rootCommand();
  const current = asked ? await loaded(asked, program, command) : program;
  for (const entry of commands) program.addCommand(entry === asked ? current : listed(entry));
  try {
    await program.parseAsync(own, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const complaint = usageError(error, current);
    if (complaint) throw complaint;
  }
}

/** `-- COMMAND ARG…` always stands last: whatever follows is the command's own, flags included. */
function splitCommand(args: readonly string[]): { own: readonly string[]; command: readonly string[] | undefined } {
  const at = args.indexOf('--');
  return at < 0 ? { own: args, command: undefined } : { own: args.slice(0, at), command: args.slice(at + 1) };
}

function rootCommand(): Command {
  return new Command(TOOL.name)
    .description(DESCRIPTION)
    .version(TOOL.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText('after', FOOTER);
}

const listed = ({ name, summary }: CommandEntry): Command => new Command(name).description(summary);

async function loaded(entry: CommandEntry, program: Command, command: readonly string[] | undefined): Promise<Command> {
  const found = (await entry.load()).copyInheritedSettings(program);
  if (command === undefined) return found;
  if (!found.options.some(({ long }) => long === '--target')) {
    throw new UserError(`${entry.name} needs no target, so nothing can follow --.`);
  }
  return found.setOptionValue(COMMAND_OPTION, command);
}
