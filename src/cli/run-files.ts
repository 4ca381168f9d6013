/** What a run leaves on disk: a folder of its own with all its exchanges, and a recording for each finding. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../config/config.js';
import type { EngineEvent, Listener } from '../engine/events.js';
import { findingLines } from '../recording/finding-lines.js';
import type { HeaderLine } from '../recording/format.js';
import { makeFolder, openJournal, type Journal } from '../recording/journal.js';
import { recordingLinesOf } from '../recording/recording-lines.js';
import { secretsOfArguments, secretsOfEnvironment } from '../recording/redaction/process-secrets.js';
import { createRedactor, type Redactor } from '../recording/redaction/redactor.js';

export interface RunFiles {
  readonly folder: string;
  readonly redactor: Redactor;
  readonly recordingOf: (findingId: string) => string;
  readonly listen: Listener;
  /** Closes the recording of the run; one in which nothing was recorded is removed. */
  close(): void;
}

/** Sorts by time, and never meets another run's. */
const folderName = (command: string, now: Date): string =>
  `${command}-${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(2).toString('hex')}`;

/** A redactor that knows the callers' credentials and what the environment and the command line give away. */
export function redactorFor(config: Config, env: NodeJS.ProcessEnv): Redactor {
  const { target, redact, principals, setAside = [] } = config;
  const stdio =
    target.kind === 'stdio' ? [...secretsOfArguments(target.args), ...secretsOfEnvironment(target.env)] : [];
  const redactor = createRedactor({
    key: randomBytes(32),
    headers: redact.headers,
    json: redact.json,
    knownValues: [...secretsOfEnvironment(env), ...stdio],
  });
  for (const { headers } of [...principals, ...setAside]) redactor.learnHeaders(headers);
  return redactor;
}

export interface RunFilesOptions {
  readonly out: string;
  readonly command: string;
  readonly config: Config;
  readonly target: HeaderLine['target'];
  readonly env: NodeJS.ProcessEnv;
  readonly now: Date;
  /** Told when a recording cannot be written. */
  readonly warn: (sentence: string) => void;
}

export function openRunFiles(options: RunFilesOptions): RunFiles {
  const { out, command, config, target, env, now, warn } = options;
  const folder = path.join(out, folderName(command, now));
  const redactor = redactorFor(config, env);
  const open = (name: string, header: Partial<HeaderLine> & Pick<HeaderLine, 'kind'>): Journal =>
    openJournal({
      folder,
      name,
      redactor,
      header: { target, ...header },
      onFailure: (error) =>
        warn(`The recording ${path.join(folder, name)}.jsonl could not be written to its end: ${error.message}.`),
    });
  makeFolder(folder);
  const run = open('exchanges', { kind: 'run' });
  let recorded = 0;
  const written = new Set<string>();
  return {
    folder,
    redactor,
    recordingOf: (id) => path.join(folder, `${id}.jsonl`),
    listen: (event: EngineEvent) => {
      if (event.type === 'exchange') {
        recorded++;
        run.write(recordingLinesOf(event.exchange));
      }
      if (event.type !== 'finding' || written.has(event.finding.id)) return;
      written.add(event.finding.id);
      // The journal writes the first and the last line itself.
      const [, ...lines] = findingLines(event, { at: now.toISOString(), target }).slice(0, -1);
      const { finding, evidence } = event;
      const journal = open(finding.id, { kind: 'finding', finding, subject: evidence.subject });
      journal.write(lines);
      journal.close();
    },
    close: () => {
      if (recorded > 0) run.close();
      else run.discard();
    },
  };
}
