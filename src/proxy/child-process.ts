/** The server behind the shim: a process in a group of its own, so that whatever it started goes with it. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { TargetConfig } from '../config/config.js';
import { UserError } from '../user-error.js';

export type StdioTarget = Extract<TargetConfig, { kind: 'stdio' }>;

export interface Child {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it has ended, with what a shell would report. */
  readonly ended: Promise<number>;
  /** Sends a signal to the process and all that it started; says whether there was anyone to get it. */
  signal(signal: NodeJS.Signals): boolean;
  /** Whether the process, or anything in its group, is still there. */
  isAlive(): boolean;
}

const HAS_GROUPS = process.platform !== 'win32';

/** How long output of a process that has ended may still come, where something it started holds its stdout open. */
const OUTPUT_GRACE_MS = 1000;

const SIGNAL_NUMBERS: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
};

const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + ((signal && SIGNAL_NUMBERS[signal]) ?? 0);

/** Signal 0 only asks whether there is anyone. */
function sendTo(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    if (HAS_GROUPS && child.pid !== undefined) return process.kill(-child.pid, signal);
    return child.exitCode === null && child.kill(signal);
  } catch {
    return false;
  }
}

function cannotStart(command: string, error: NodeJS.ErrnoException): UserError {
  const why = error.code === 'ENOENT' ? 'no such program' : error.message;
  return new UserError(
    `${command} could not be started: ${why}. Check the command after --, or the target in the configuration.`,
    4,
  );
}

function start({ command, args, env, cwd }: StdioTarget) {
  try {
    return spawn(command, [...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
      detached: HAS_GROUPS,
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
  } catch (error) {
    throw cannotStart(command, error as NodeJS.ErrnoException);
  }
}

/** Starts the command; its stderr is ours. */
export async function startChild(target: StdioTarget): Promise<Child> {
  const child = start(target);
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => {
      const give = () => {
        clearInterval(timer);
        resolve(exitCodeOf(code, signal));
      };
      // A client that reads slowly still gets everything.
      const timer = setInterval(() => child.stdout.isPaused() || give(), OUTPUT_GRACE_MS);
      child.once('close', give);
    });
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(cannotStart(target.command, error)));
    child.once('spawn', () => {
      const { stdin, stdout } = child;
      resolve({
        stdin,
        stdout,
        ended,
        signal: (signal) => sendTo(child, signal),
        isAlive: () => sendTo(child, 0),
      });
    });
  });
}
