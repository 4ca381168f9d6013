/** Runs the engine in this process against a target, and gathers what it tells. */
import { onTestFinished } from 'vitest';
import type { Evidence } from '../../src/case/case.js';
import type { CheckRow, Finding } from '../../src/case/finding.js';
import type { Check } from '../../src/checks/check.js';
import { CHECKS } from '../../src/checks/list.js';
import type { Config } from '../../src/config/config.js';
import type { EngineContext } from '../../src/engine/context.js';
import type { Clock } from '../../src/engine/runner.js';
import type { EngineEvent, RunVerdict } from '../../src/engine/events.js';
import { fuzz } from '../../src/engine/fuzz.js';
import { probe } from '../../src/engine/probe.js';
import type { Exchange } from '../../src/exchange/exchange.js';
import type { Era } from '../../src/mcp/eras.js';
import { httpTarget } from '../../src/target/http.js';
import { stateReader } from '../../src/target/state.js';
import type { StateReader, Target } from '../../src/target/target.js';
import { inProcessStdio } from '../servers/sound/in-process.js';
import type { Behaviour } from '../servers/sound/behaviour.js';
import { DELAY_MS } from '../servers/sound/drafts.js';
import { serveHttp, tokenOf, type HttpOptions } from '../servers/sound/http.js';

const callerOf = (name: string, tools: readonly string[]) => ({
  name,
  headers: [['Authorization', `Bearer ${tokenOf(name)}`] as const],
  tools,
});

/** What the owner of the test server says of it. */
export const aConfig = (fields: Partial<Config> = {}): Config => ({
  target: { kind: 'http', url: 'http://127.0.0.1:1/mcp' },
  eras: ['legacy', 'modern'],
  principals: [callerOf('writer', ['list_drafts', 'create_draft']), callerOf('reader', ['list_drafts'])],
  allowWrites: false,
  passive: false,
  tools: { create_draft: { run: true, arguments: { title: 'T', body: 'B' }, slowMs: DELAY_MS, dedupeBy: [] } },
  forbid: ["$.drafts[?(@.status!='draft')]"],
  volatile: [],
  redact: { headers: [], json: [] },
  timeoutMs: 2000,
  expect: {},
  insecure: false,
  unused: [],
  ...fields,
});

export interface Told {
  readonly verdict: RunVerdict;
  readonly rows: readonly CheckRow[];
  readonly findings: readonly Finding[];
  readonly found: readonly {
    readonly finding: Finding;
    readonly evidence: Evidence;
    readonly control: Evidence | undefined;
  }[];
  readonly exchanges: readonly Exchange[];
  readonly notes: readonly string[];
  readonly events: readonly EngineEvent[];
}

export interface RunOptions {
  readonly target: Target;
  readonly state?: StateReader | undefined;
  readonly config?: Config;
  /** Ids; left out: the whole catalogue. */
  readonly checks?: readonly string[];
  readonly eras?: readonly Era[];
  /** A campaign of so many runs in place of a probe. */
  readonly fuzzRuns?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly listener?: (event: EngineEvent) => void;
  /** Waiting takes no time, and the clock is put forward instead. */
  readonly skipsWaits?: boolean;
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

function clockOf(skipsWaits: boolean): Clock {
  let skippedMs = 0;
  return {
    now: () => performance.now() + skippedMs,
    sleep: (ms) => {
      if (skipsWaits) skippedMs += ms;
      return sleep(skipsWaits ? 0 : ms);
    },
  };
}

export async function told(options: RunOptions): Promise<Told> {
  const {
    target,
    state,
    config = aConfig(),
    checks,
    eras,
    fuzzRuns,
    seed = 1,
    signal,
    listener,
    skipsWaits = false,
  } = options;
  const events: EngineEvent[] = [];
  const chosen: readonly Check[] = checks ? CHECKS.filter(({ id }) => checks.includes(id)) : CHECKS;
  const context: EngineContext = {
    config,
    target,
    state,
    clock: clockOf(skipsWaits),
    emit: (event) => {
      events.push(event);
      listener?.(event);
    },
    signal: signal ?? new AbortController().signal,
    seed,
    checks: chosen,
    ...(eras ? { eras } : {}),
    recordingOf: (id) => `${id}.jsonl`,
    reproduceOf: (id) => `mcp-shakedown replay ${id}`,
  };
  onTestFinished(() => target.close());
  const verdict = fuzzRuns === undefined ? await probe(context) : await fuzz(context, { runs: fuzzRuns });
  const of = <T extends EngineEvent['type']>(type: T) =>
    events.filter((event): event is Extract<EngineEvent, { type: T }> => event.type === type);
  return {
    verdict,
    rows: of('check-judged').map(({ row }) => row),
    findings: of('finding').map(({ finding }) => finding),
    found: of('finding'),
    exchanges: of('exchange').map(({ exchange }) => exchange),
    notes: of('note').map(({ check, text }) => `${check}: ${text}`),
    events,
  };
}

export type ServerOptions = HttpOptions & { readonly config?: Partial<Config> };

/** The test server over real HTTP, with what a run needs to be pointed at it. */
export async function overHttp({ config, ...server }: ServerOptions = {}): Promise<
  Pick<RunOptions, 'config' | 'state' | 'target'>
> {
  const { url, stateUrl, resetUrl } = await serveHttp(server);
  const whole = aConfig({
    target: { kind: 'http', url },
    state: { kind: 'url', url: stateUrl, method: 'GET', settleMs: 30 },
    reset: { kind: 'url', url: resetUrl, method: 'POST' },
    ...config,
  });
  const state = stateReader(whole, () => Promise.reject(new Error('no state is read by a tool here')));
  return { config: whole, state, target: httpTarget({ url, insecure: false }) };
}

/** The test server in memory, as a stdio target. */
export function overStdio(
  behaviour?: Behaviour,
  config: Partial<Config> = {},
): Pick<RunOptions, 'config' | 'state' | 'target'> {
  const { target, state } = inProcessStdio(behaviour);
  const [writer] = aConfig().principals;
  const whole = aConfig({
    target: { kind: 'stdio', command: 'server', args: [], env: {} },
    principals: writer ? [writer] : [],
    state: { kind: 'command', command: ['state'], settleMs: state.settleMs },
    ...config,
  });
  return { config: whole, state, target };
}
