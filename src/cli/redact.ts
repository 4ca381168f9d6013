/** `redact`: a copy of a recording without the secrets that are left in it, or a look for some. */
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import type { Config } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import type { Left } from '../recording/cleaning.js';
import { secretsLeft, writeCleanCopy, type CleanOptions } from '../recording/clean-copy.js';
import { secretsOfEnvironment } from '../recording/redaction/process-secrets.js';
import { inert } from '../report/inert.js';
import { plural } from '../report/terminal/layout.js';
import { EXIT_CODES } from './exit-codes.js';
import { findRecording } from './find-recording.js';

interface RedactFlags {
  readonly check?: boolean;
  readonly output?: string;
  readonly config?: string;
  readonly out: string;
}

/** Nothing is sent; a target stands here so that a configuration without one will do. */
const NO_TARGET = { target: 'http://127.0.0.1/' };

/** What is secret beside what names tell: as `record` sees it, and the callers' own credentials. */
function optionsFor({ redact, principals, setAside = [] }: Config): CleanOptions {
  return {
    key: randomBytes(32),
    headers: redact.headers,
    json: redact.json,
    knownValues: secretsOfEnvironment(process.env),
    teach(redactor) {
      for (const { headers } of [...principals, ...setAside]) redactor.learnHeaders(headers);
    },
  };
}

/** `tape.jsonl` → `tape.redacted.jsonl`, beside it. */
function besides(file: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}.redacted${ext || '.jsonl'}`);
}

const lineOf = ({ line, place, kind }: Left): string => `line ${line}: ${inert(place)}: ${inert(kind)}\n`;

function check(file: string, options: CleanOptions): void {
  const left = secretsLeft(file, options);
  for (const one of left) process.stdout.write(lineOf(one));
  process.stdout.write(
    left.length === 0
      ? `no secret is left in ${file}\n`
      : `${plural(left.length, 'place')} with a secret in ${file}; mcp-shakedown redact ${file} writes a copy without\n`,
  );
  process.exitCode = left.length === 0 ? EXIT_CODES.clean : EXIT_CODES.findings;
}

export function redactCommand(): Command {
  return new Command('redact')
    .description(
      'Write a copy of a recording in which every secret is masked, those too that were not known to be some when it was recorded. The recording itself stays as it is.',
    )
    .argument('<recording>', 'a recording (.jsonl), or the id of a finding under --out')
    .option('--check', 'write nothing; name what is left, and exit 1 where there is something')
    .option('--output <file>', 'the copy (default: NAME.redacted.jsonl beside the recording)')
    .option(
      '--config <file>',
      'whose redact rules and callers count (default: shakedown.config.yaml, where one exists)',
    )
    .option('--out <folder>', 'where findings are looked for by their id', '.shakedown/')
    .action(async (name: string, flags: RedactFlags) => {
      const file = findRecording(name, flags.out);
      const config = await loadConfig({
        ...NO_TARGET,
        ...(flags.config === undefined ? {} : { config: flags.config }),
      });
      const options = optionsFor(config);
      if (flags.check) {
        check(file, options);
        return;
      }
      const output = flags.output ?? besides(file);
      const masked = writeCleanCopy(file, output, options);
      process.stdout.write(`${output}: ${plural(masked.length, 'place')} masked\n`);
    });
}
