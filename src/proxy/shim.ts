/**
 * The stdio shim: it stands as the command in a client's configuration, passes the bytes of both sides on untouched,
 * and listens. What the client sees of it is what it would see of the server: output, stderr, exit code, signals.
 */
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { Principal } from '../config/config.js';
import { LineSplitter } from '../mcp/lines.js';
import type { Journal } from '../recording/journal.js';
import { ANONYMOUS } from '../recording/principal.js';
import { maskArguments, secretsOfArguments, secretsOfEnvironment } from '../recording/redaction/process-secrets.js';
import { createRedactor, type Redactor } from '../recording/redaction/redactor.js';
import { auditEntriesOf, NO_AUDIT, openAudit, type Audit } from './audit.js';
import { startChild, type Child, type StdioTarget } from './child-process.js';
import { Farewell } from './farewell.js';
import { LineTap, type Side } from './line-tap.js';
import { BODY_BYTES_MAX, closeTape, openTape, type TapeListener, type TapeOptions } from './tape.js';

export interface ShimOptions extends TapeOptions {
  readonly target: StdioTarget;
  readonly audit?: string;
  readonly principals?: readonly Principal[];
  readonly redact?: { readonly headers: readonly string[]; readonly json: readonly string[] };
  /** Our own environment, which the server inherits; secrets are looked for in it by name. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The client's side. */
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Told of what went wrong. */
  readonly onProblem?: (sentence: string) => void;
  /** Told of what the owner should know, though nothing is wrong. */
  readonly onRemark?: (sentence: string) => void;
}

export interface Shim {
  readonly file: string;
  /** Passes a signal on to the server. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the server's exit code when it has ended and the recording is closed; 1 where that failed. */
  readonly ended: Promise<number>;
}

const commandLine = ({ command, args }: StdioTarget, redactor: Redactor): string =>
  [command, ...maskArguments(args, redactor.mask)].join(' ');

export async function shim(options: ShimOptions): Promise<Shim> {
  const { target, audit, environment, redact } = options;
  const redactor = createRedactor({
    key: randomBytes(32),
    headers: redact?.headers ?? [],
    json: redact?.json ?? [],
    knownValues: [
      ...secretsOfEnvironment(environment),
      ...secretsOfEnvironment(target.env),
      ...secretsOfArguments(target.args),
    ],
  });
  const problems = new Problems(options, redactor);
  const journal = openTape(options, { kind: 'stdio', name: commandLine(target, redactor) }, redactor, problems);
  try {
    const auditor =
      audit === undefined
        ? NO_AUDIT
        : openAudit(audit, redactor, (error) =>
            problems.problem(`The audit could not be written any further: ${error.message}.`),
          );
    return connect(options, await startChild(target), journal, auditor, problems);
  } catch (error) {
    journal.discard();
    throw error;
  }
}

/** What went wrong is told once each, and makes the exit code non-zero. */
class Problems implements TapeListener {
  count = 0;
  readonly #options: ShimOptions;
  readonly #redactor: Redactor;

  constructor(options: ShimOptions, redactor: Redactor) {
    this.#options = options;
    this.#redactor = redactor;
  }

  problem(sentence: string): void {
    this.count++;
    this.#options.onProblem?.(this.#redactor.text(sentence));
  }

  remark(sentence: string): void {
    this.#options.onRemark?.(this.#redactor.text(sentence));
  }
}

function connect(options: ShimOptions, child: Child, journal: Journal, audit: Audit, problems: Problems): Shim {
  const { principals = [], stdin, stdout } = options;
  const principal = principals.length === 1 ? (principals[0]?.name ?? ANONYMOUS) : ANONYMOUS;
  const tap = new LineTap({
    principal,
    bodyBytesMax: options.bodyBytesMax ?? BODY_BYTES_MAX,
    now: () => new Date().toISOString(),
    clockMs: () => performance.now(),
    write: (lines) => journal.write(lines),
    onEnd: (ended, at) => audit.write(auditEntriesOf(ended, { at, principal, headers: [], http: null })),
  });
  const farewell = new Farewell(child);
  const toServer = carry(stdin, child.stdin, 'client', tap);
  const toClient = carry(child.stdout, stdout, 'server', tap);
  stdin.once('end', () => farewell.begin());
  stdin.once('close', () => farewell.begin());
  // The client has closed its end of our output: it is gone, whatever its end of our input says.
  stdout.once('error', () => {
    child.stdin.end();
    farewell.begin();
  });
  let isSignalled = false;
  const ended = child.ended.then(async (code) => {
    toServer.rest();
    toClient.rest();
    tap.close('the server ended before it had answered');
    closeTape(journal, problems);
    audit.close();
    await farewell.done();
    // To end by a signal is the normal end of a recorder, and so of the server that it was passed on to.
    const own = isSignalled && code > 128 ? 0 : code;
    return own === 0 && problems.count > 0 ? 1 : own;
  });
  const signal = (name: NodeJS.Signals) => {
    isSignalled = true;
    farewell.hurry(name);
  };
  return { file: journal.file, signal, ended };
}

/** Bytes from one side to the other as they come, at the pace of the slower one, with the tap listening. */
function carry(source: Readable, sink: Writable, from: Side, tap: LineTap): { rest(): void } {
  const splitter = new LineSplitter();
  source.on('data', (chunk: Buffer) => {
    if (!sink.writableEnded && !sink.destroyed && !sink.write(chunk)) {
      source.pause();
      sink.once('drain', () => source.resume());
    }
    for (const line of splitter.push(chunk)) tap.line(from, line);
  });
  source.on('error', () => undefined);
  source.once('end', () => {
    if (from === 'client') sink.end();
  });
  sink.on('error', () => source.resume());
  let isTold = false;
  return {
    rest() {
      const rest = splitter.rest();
      if (rest === undefined || isTold) return;
      isTold = true;
      tap.unterminated(from, rest);
    },
  };
}
