/** The storage, or its reset, behind a command that prints to stdout. */
import { execFile } from 'node:child_process';
import { systemWords } from './system-words.js';

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** Runs the command and gives what it printed; it must end with code 0 in time. */
export function runCommand(command: readonly string[], timeoutMs: number): Promise<string> {
  const [program = '', ...args] = command;
  const limits = { timeout: timeoutMs, maxBuffer: OUTPUT_BYTES_MAX, windowsHide: true };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, limits, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      reject(new Error(`the command ${command.join(' ')} ${whatHappened(error, stderr, timeoutMs)}`));
    });
    child.stdin?.end();
  });
}

function whatHappened(error: Error & { code?: unknown; killed?: boolean }, stderr: string, timeoutMs: number): string {
  if (error.killed) return `was stopped, as it had not ended within ${timeoutMs} ms`;
  const said = stderr.trim() === '' ? '' : `: ${stderr.trim().slice(-300)}`;
  if (typeof error.code === 'number') return `ended with code ${error.code}${said}`;
  return typeof error.code === 'string' ? `could not be run: ${systemWords(error)}` : `was ended by a signal${said}`;
}
