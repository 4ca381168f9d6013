/**
 * What probe, fuzz and replay have in common: configuration in, a target and a context for the engine, listeners for
 * the terminal, the report and the recordings, and the exit code out.
 */
import { CHECKS } from '../checks/list.js';
import type { Config } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import { toolCaller } from '../engine/call-tool.js';
import type { EngineContext, PinResult } from '../engine/context.js';
import type { Command, Listener, RunVerdict } from '../engine/events.js';
import { quoted } from '../report/curl.js';
import { ReportBuilder } from '../report/build.js';
import type { Report } from '../report/report.js';
import type { Story } from '../report/story.js';
import { statusLine } from '../report/terminal/status-line.js';
import { openTarget } from '../target/open.js';
import { callPinned } from '../target/sdk-client.js';
import { stateReader } from '../target/state.js';
import { interruption } from './interrupt.js';
import type { RunFlags, TargetFlags } from './options.js';
import { openRunFiles } from './run-files.js';
import { selectChecks } from './select-checks.js';
import { storyText, tellStory } from './tell-story.js';

export interface RunOptions {
  readonly command: Command;
  readonly flags: RunFlags & TargetFlags;
  readonly work: (context: EngineContext) => Promise<RunVerdict>;
  /** Without it the configuration is loaded by the flags. */
  readonly config?: Config;
  /** Hears the run as well. */
  readonly listener?: Listener;
  readonly signal?: AbortSignal;
}

/** What a run came to, besides what it printed. */
export interface RunResult {
  readonly story: Story;
  readonly report: Report;
  readonly text: string;
  readonly folder: string;
}

/** The seed of a run that names none: the date, so that a day's runs can be repeated from memory. */
const seedOf = (now: Date): number => Number(now.toISOString().slice(0, 10).replaceAll('-', ''));

const clock = {
  now: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
};

/** Runs, and gives the report; prints nothing but warnings and progress, and exits nowhere. */
export async function runEngine(options: RunOptions, warn: (sentence: string) => void): Promise<RunResult> {
  const { command, flags, work } = options;
  const config = options.config ?? (await loadConfig(flags));
  const checks = selectChecks(CHECKS, flags);
  const target = openTarget(config);
  const now = new Date();
  const place = { kind: target.transport, name: target.name };
  const files = openRunFiles({ out: flags.out, command, config, target: place, env: process.env, now, warn });
  const secretHeaders = config.principals.flatMap(({ headers }) => headers.map(([name]) => name));
  const mask = (text: string) => files.redactor.text(text);
  const builder = new ReportBuilder({ failOn: flags.failOn, secretHeaders, mask });
  const startedAt = clock.now();
  const listeners: Listener[] = [builder.listen, files.listen, ...(options.listener ? [options.listener] : [])];
  if (!flags.quiet) listeners.push(statusLine(process.stderr, () => clock.now()));
  const emit: Listener = (event) => {
    for (const listen of listeners) listen(event);
  };
  const context: EngineContext = {
    config,
    target,
    state: stateReader(config, toolCaller(target, config.timeoutMs)),
    clock,
    emit,
    signal: options.signal ?? new AbortController().signal,
    seed: flags.seed ?? seedOf(now),
    checks,
    ...(config.era ? { eras: [config.era] } : {}),
    pin: (era, principal) => pinned(config, era, principal),
    recordingOf: files.recordingOf,
    reproduceOf: (id) => `mcp-shakedown replay ${id}${sayTarget(flags)}`,
  };
  try {
    emit({ type: 'run-started', command, at: now.toISOString(), seed: context.seed, target: place });
    const verdict = await work(context);
    emit({ type: 'run-finished', verdict, durationMs: clock.now() - startedAt });
  } finally {
    await target.close();
    files.close();
  }
  const story = builder.story();
  return { story, report: story.report, text: storyText(story, flags), folder: files.folder };
}

async function pinned(
  { target, insecure, timeoutMs }: Config,
  era: 'legacy' | 'modern',
  as: Config['principals'][number],
): Promise<PinResult> {
  const settled = await callPinned({ target, era, as, timeoutMs, insecure });
  if ('rejected' in settled) {
    const { code, message, isUnreachable } = settled.rejected;
    return { ok: false, code: String(code ?? 'no code'), message, isUnreachable };
  }
  const { value } = settled;
  await value.close();
  return { ok: true, era: value.era ?? era, version: value.version ?? '' };
}

/** How the target was named, so that a command to paste names it too. Credentials are never part of it. */
function sayTarget({ config, target, server, mcpConfig, command, out }: RunFlags & TargetFlags): string {
  const words = [
    ...(config === undefined ? [] : ['--config', config]),
    ...(target === undefined ? [] : ['--target', target]),
    ...(server === undefined ? [] : ['--server', server]),
    ...(mcpConfig === undefined ? [] : ['--mcp-config', mcpConfig]),
    ...(out === '.shakedown/' ? [] : ['--out', out]),
    ...(command === undefined ? [] : ['--', ...command]),
  ];
  return words.map((word) => ` ${quoted(word)}`).join('');
}

const warn = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/** Runs as a command does: results to stdout, all else to stderr, the exit code set. */
export async function runCommand(options: RunOptions): Promise<void> {
  const { flags } = options;
  const { signal, dispose } = interruption();
  try {
    const config = options.config ?? (await loadConfig(flags));
    if (!flags.quiet) for (const line of promises(config)) warn(line);
    const { story } = await runEngine({ ...options, config, signal }, warn);
    await tellStory(story, flags);
  } finally {
    dispose();
  }
}

/** What the run will and will not do to the server, said first. */
function promises({ allowWrites, passive, unused }: Config): string[] {
  const writes = passive
    ? 'Passive: nothing is sent that a tool could act on.'
    : allowWrites
      ? 'Writes are allowed: tools are really run.'
      : 'Writes are not allowed: no call is sent that a sound server would carry out, unless its tool only reads. An unsound one may carry out what it ought to refuse; --passive sends none of those.';
  if (unused.length === 0) return [writes];
  return [writes, `This version accepts and does not use: ${unused.join(', ')}.`];
}
