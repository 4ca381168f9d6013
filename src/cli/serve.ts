/** `serve`: a recording stands in for the server; a test or a client needs nothing else to be running. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Miss } from '../serve/miss.js';
import { PACES, parsePace, type Pace } from '../serve/pace.js';
import { serve } from '../serve/serve.js';
import { serveStdio } from '../serve/serve-stdio.js';
import { TOOL } from '../version.js';
import { EXIT_CODES } from './exit-codes.js';
import { findRecording } from './find-recording.js';
import { oneOf, wholeNumber } from './options.js';

interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly pace: Pace;
  readonly exhausted: 'repeat' | 'error';
  readonly out: string;
  readonly stdio?: boolean;
  readonly quiet?: boolean;
}

const LOOPBACK = /^(?:localhost|127\..*|::1)$/i;

const warn = (sentence: string): void => void process.stderr.write(`${TOOL.name}: ${sentence}\n`);

const tellMiss = ({ message }: Miss): void => warn(`miss. ${message}`);

function pace(value: string): Pace {
  const parsed = parsePace(value);
  if (parsed === undefined) throw new InvalidArgumentError(`Expected ${PACES}.`);
  return parsed;
}

/** The normal end of `serve`. A second signal ends the process at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = () => resolve();
    process.once('SIGINT', onSignal);
    process.once('SIGTERM', onSignal);
  });
}

async function serveHttp(recording: string, { host, port, pace, exhausted, quiet }: ServeFlags): Promise<void> {
  if (!LOOPBACK.test(host))
    warn(`--host ${host}: everyone who can reach this machine can read what the recording holds.`);
  const stopped = firstSignal();
  const served = await serve({ recording, host, port, pace, exhausted, onMiss: tellMiss, onProblem: warn });
  process.stdout.write(`${served.url}\n`);
  if (!quiet) warn(`serving ${recording}; Ctrl-C ends it.`);
  await stopped;
  await served.close();
  process.exitCode = EXIT_CODES.clean;
  if (!quiet) warn(`${served.answered} answered from the recording, ${served.missed} missed`);
}

/** As the command in a client's configuration: nothing but messages on stdout. */
async function serveOverStdio(recording: string, { pace, exhausted }: ServeFlags): Promise<void> {
  const { stdin, stdout } = process;
  const served = serveStdio({ recording, pace, exhausted, stdin, stdout, onMiss: tellMiss, onProblem: warn });
  void firstSignal().then(() => served.stop());
  await served.ended;
  process.exitCode = EXIT_CODES.clean;
  stdin.destroy();
}

export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Stand in for a server: answer from a recording, and never open a connection. One line on stdout has the address to point the client at.',
    )
    .argument('<recording>', 'a recording (.jsonl), or the id of a finding under --out')
    .optionsGroup('Listener:')
    .addOption(new Option('--port <number>', '0 is any that is free').argParser(wholeNumber(0, 65_535)).default(4142))
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option('--stdio', 'be a stdio server instead: messages on stdin and stdout, no listener')
    .optionsGroup('Answers:')
    .addOption(
      new Option('--pace <pace>', 'real (the recorded times), fast, or a number: so many times as fast')
        .argParser(pace)
        .default('fast'),
    )
    .addOption(
      new Option('--exhausted <how>', 'when the answers to a request are used up: repeat the last one, or error')
        .argParser(oneOf(['repeat', 'error'] as const))
        .default('repeat'),
    )
    .optionsGroup('Output:')
    .option('--out <folder>', 'where findings are looked for by their id', '.shakedown/')
    .option('--quiet', 'say nothing but what was missed and what is wrong')
    .optionsGroup('Options:')
    .action(async (name: string, flags: ServeFlags) => {
      const recording = findRecording(name, flags.out);
      await (flags.stdio ? serveOverStdio(recording, flags) : serveHttp(recording, flags));
    });
}
