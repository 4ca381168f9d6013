/**
 * A server's process: started with pipes, read line by line, ended with all that it started. Source: 2026-07-28
 * basic/transports/stdio § Shutdown (close its input, wait, then kill).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { LineSplitter } from '../mcp/lines.js';
import { systemWords } from './system-words.js';

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface ChildEnd {
  /** It could not be started, and why. */
  readonly failure?: string;
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to stderr. */
  readonly lastWords: string;
  readonly asked?: 'went' | 'killed';
}

const STDERR_KEPT_BYTES = 4096;
/** How long a process may take to go once its input is closed. */
const GRACE_MS = 2000;
/** How long output may still come after the exit: a grandchild can hold the pipe open for ever. */
const DRAIN_MS = 250;

const isWindows = process.platform === 'win32';

/** Starts the process; some reasons not to start are thrown, others come as an event. */
function start({ command, args, env, cwd }: ChildOptions): ChildProcess | Error {
  try {
    return spawn(command, args, {
      stdio: 'pipe',
      env: { ...process.env, ...env },
      // A group of its own, so that what it starts can be ended with it.
      detached: !isWindows,
      windowsHide: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
  } catch (error) {
    return error as Error;
  }
}

export class Child {
  /** Resolves when the process has ended and its output was read. */
  readonly ended: Promise<ChildEnd>;
  readonly #process: ChildProcess | undefined;
  #stderr = Buffer.alloc(0);
  #asked: 'went' | 'killed' | undefined;
  #hasEnded = false;

  constructor(options: ChildOptions, onLine: (line: Buffer, terminated: boolean) => void) {
    const started = start(options);
    if (started instanceof Error) {
      this.#hasEnded = true;
      this.ended = Promise.resolve({ failure: systemWords(started), code: null, signal: null, lastWords: '' });
      return;
    }
    this.#process = started;
    const lines = new LineSplitter();
    started.stdout?.on('data', (bytes: Buffer) => {
      for (const line of lines.push(bytes)) onLine(line, true);
    });
    started.stderr?.on('data', (bytes: Buffer) => {
      this.#stderr = Buffer.concat([this.#stderr, bytes]).subarray(-STDERR_KEPT_BYTES);
    });
    // Writing to a process that has gone fails here and is told by its end.
    for (const stream of [started.stdin, started.stdout, started.stderr]) stream?.on('error', () => undefined);
    this.ended = this.#end(started, () => {
      const rest = lines.rest();
      if (rest) onLine(rest, false);
    });
  }

  /** Whether it has ended, so that nothing can be asked of it any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Writes a line; `onWritten` is called when it was handed to the system, or could not be (`failed`). */
  write(line: Buffer, onWritten: (failed: boolean) => void): void {
    const stdin = this.#process?.stdin;
    if (!stdin) return onWritten(true);
    stdin.write(Buffer.concat([line, Buffer.from('\n')]), (error) => onWritten(Boolean(error)));
  }

  /** Closes its input, and kills its group where it has not gone after a while. */
  async end(): Promise<void> {
    this.#asked ??= 'went';
    this.#process?.stdin?.end();
    const timer = setTimeout(() => {
      this.#asked = 'killed';
      this.#killGroup();
    }, GRACE_MS);
    await this.ended;
    clearTimeout(timer);
  }

  async #end(child: ChildProcess, onDrained: () => void): Promise<ChildEnd> {
    const how = await new Promise<Pick<ChildEnd, 'failure' | 'code' | 'signal'>>((resolve) => {
      let drain: NodeJS.Timeout | undefined;
      child.once('error', (error) => {
        if (child.pid === undefined) resolve({ failure: systemWords(error), code: null, signal: null });
      });
      child.once('exit', (code, signal) => {
        this.#hasEnded = true;
        drain = setTimeout(() => resolve({ code, signal }), DRAIN_MS);
      });
      child.once('close', (code, signal) => {
        clearTimeout(drain);
        resolve({ code, signal });
      });
    });
    this.#hasEnded = true;
    onDrained();
    // Also after the process itself has gone: what it started may not have.
    if (!isWindows) this.#killGroup();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    const lastWords = this.#stderr.toString('utf8').trim();
    return { ...how, lastWords, ...(this.#asked === undefined ? {} : { asked: this.#asked }) };
  }

  #killGroup(): void {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    if (isWindows) {
      const taskkill = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
      taskkill.once('error', () => this.#process?.kill());
      return;
    }
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The whole group has gone.
    }
  }
}
