/** What the tests of replay share: recording a conversation with a real server, and replaying it against another. */
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { Check } from '../../src/checks/check.js';
import { CHECKS } from '../../src/checks/list.js';
import type { Config, Principal } from '../../src/config/config.js';
import type { EngineContext } from '../../src/engine/context.js';
import type { EngineEvent, ReplayCounts, RunVerdict } from '../../src/engine/events.js';
import type { Finding } from '../../src/case/finding.js';
import { render } from '../../src/exchange/draft.js';
import type { Exchange, Request } from '../../src/exchange/exchange.js';
import type { Era } from '../../src/mcp/eras.js';
import type { HeaderList } from '../../src/mcp/headers.js';
import { encodeLine } from '../../src/recording/codec.js';
import {
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type HeaderLine,
  type RecordingLine,
} from '../../src/recording/format.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { RecordingAssembler, type Recording } from '../../src/recording/recording.js';
import { createRedactor } from '../../src/recording/redaction/redactor.js';
import { replay } from '../../src/replay/replay.js';
import type { ReplayOptions } from '../../src/replay/context.js';
import { httpTarget } from '../../src/target/http.js';
import type { StateReader, Target } from '../../src/target/target.js';

export const ANONYMOUS: Principal = { name: 'anonymous', headers: [] };

export interface AskOptions {
  readonly as?: Principal;
  readonly era?: Era;
  readonly id?: string;
  readonly session?: HeaderList;
}

/** A conversation under way, whose exchanges become a recording. */
export class Conversation {
  readonly exchanges: Exchange[] = [];
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  async send(request: Request, { as = ANONYMOUS, era = 'modern' }: AskOptions = {}): Promise<Exchange> {
    const exchange = await this.#target.send(request, { as, era, channel: 'test', timeoutMs: 20_000 }).exchange;
    const told = { ...exchange, n: this.exchanges.length + 1 };
    this.exchanges.push(told);
    return told;
  }

  ask(method: string, params: Record<string, unknown> = {}, options: AskOptions = {}): Promise<Exchange> {
    const { era = 'modern', id = String(this.exchanges.length + 1), session } = options;
    const request = render({
      era,
      path: this.#target.path,
      idToken: id,
      method,
      params,
      ...(session ? { session } : {}),
    });
    return this.send(request, options);
  }

  call(name: string, args: Record<string, unknown> = {}, options: AskOptions = {}): Promise<Exchange> {
    return this.ask('tools/call', { name, arguments: args }, options);
  }
}

export function conversation(url: string): Conversation {
  const target = httpTarget({ url, insecure: false });
  onTestFinished(() => target.close());
  return new Conversation(target);
}

/** What the result of a call holds under structuredContent. */
export function structured(exchange: Exchange): Record<string, unknown> {
  const text = exchange.response?.body.bytes.toString() ?? '';
  const json = text.startsWith('{') ? text : (/data: (\{"jsonrpc":"2.0","id".*)/.exec(text)?.[1] ?? '{}');
  const message = JSON.parse(json) as { result?: { structuredContent?: Record<string, unknown> } };
  return message.result?.structuredContent ?? {};
}

/** Lines as a file holds them, secrets masked, read back. */
export function fileOf(lines: readonly RecordingLine[], name = 'tape.jsonl'): Recording {
  const redactor = createRedactor({ key: randomBytes(32) });
  const assembler = new RecordingAssembler(name);
  for (const line of lines) assembler.add(Buffer.from(encodeLine(redactor.line(line)).trimEnd()));
  return assembler.result();
}

export function recordingOf(exchanges: readonly Exchange[], url: string, more: Partial<HeaderLine> = {}): Recording {
  const header: HeaderLine = {
    type: 'header',
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    tool: { name: 'mcp-shakedown', version: '0' },
    at: '2026-11-30T12:00:00.000Z',
    kind: 'session',
    target: { kind: exchanges[0]?.transport ?? 'http', name: url },
    ...more,
  };
  return fileOf([header, ...exchanges.flatMap(recordingLinesOf)]);
}

export const configOf = (more: Partial<Config> = {}): Config => ({
  target: { kind: 'http', url: '' },
  principals: [ANONYMOUS],
  allowWrites: false,
  passive: false,
  tools: {},
  forbid: [],
  volatile: [],
  redact: { headers: [], json: [] },
  timeoutMs: 20_000,
  expect: {},
  insecure: false,
  unused: [],
  ...more,
});

export interface Replayed {
  readonly verdict: RunVerdict;
  readonly counts: ReplayCounts;
  readonly findings: readonly Finding[];
  readonly leftOut: readonly { readonly n: number; readonly what: string; readonly reason: string }[];
  readonly events: readonly EngineEvent[];
}

export interface ReplayWith extends ReplayOptions {
  readonly config?: Partial<Config>;
  readonly state?: StateReader;
  readonly signal?: AbortSignal;
  readonly checks?: readonly Check[];
  readonly onEvent?: (event: EngineEvent) => void;
}

/** A context for the engine, and what it tells. */
export function contextOn(target: Target, options: Omit<ReplayWith, 'standIn'> = {}) {
  const events: EngineEvent[] = [];
  const context: EngineContext = {
    config: configOf(options.config),
    target,
    state: options.state,
    clock: { now: () => performance.now(), sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)) },
    emit: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
    signal: options.signal ?? new AbortController().signal,
    seed: 1,
    checks: options.checks ?? CHECKS,
    recordingOf: (id) => `${id}.jsonl`,
    reproduceOf: (id) => `mcp-shakedown replay ${id}`,
  };
  return { context, events };
}

export async function replayOn(
  target: Target,
  recordings: readonly Recording[],
  options: ReplayWith = {},
): Promise<Replayed> {
  const { context, events } = contextOn(target, options);
  const { standIn } = options;
  const verdict = await replay(context, recordings, standIn === undefined ? {} : { standIn });
  const of = <T extends EngineEvent['type']>(type: T) =>
    events.filter((event): event is Extract<EngineEvent, { type: T }> => event.type === type);
  const counts = of('replayed')[0]?.counts;
  if (counts === undefined) throw new Error('a replay tells its counts');
  return {
    verdict,
    counts,
    findings: of('finding').map(({ finding }) => finding),
    leftOut: of('left-out').map(({ n, what, reason }) => ({ n, what, reason })),
    events,
  };
}

export function replayAt(url: string, recordings: readonly Recording[], options: ReplayWith = {}): Promise<Replayed> {
  const target = httpTarget({ url, insecure: false });
  onTestFinished(() => target.close());
  return replayOn(target, recordings, options);
}

/** Some of the counts; the others are zero. */
export const counted = (more: Partial<ReplayCounts>): ReplayCounts => ({
  recorded: 0,
  compared: 0,
  same: 0,
  changed: 0,
  fixed: 0,
  stillFailing: 0,
  unsafe: 0,
  skipped: 0,
  ...more,
});
