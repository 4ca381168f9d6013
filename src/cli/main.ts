#!/usr/bin/env node
/** The program as it is started: the only place where errors become words and exit codes. */
import { TOOL } from '../version.js';
import { UserError } from '../user-error.js';
import { EXIT_CODES } from './exit-codes.js';
import { run } from './program.js';

const say = (sentence: string): void => void process.stderr.write(`${TOOL.name}: ${sentence}\n`);

function fail(error: unknown): void {
  if (error instanceof UserError) {
    say(error.message);
    process.exitCode = error.exitCode;
    return;
  }
  const words = error instanceof Error ? error.message : String(error);
  say(`this is a fault of ${TOOL.name} itself, please report it with your command line: ${words.split('\n')[0]}`);
  if (process.env['SHAKEDOWN_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = EXIT_CODES.fault;
}

// A reader that has gone (`| head`) is no fault, and no reason to stop a run that still writes its files.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.on('uncaughtException', (error) => {
  fail(error);
  process.exit();
});

await run(process.argv.slice(2)).catch(fail);
