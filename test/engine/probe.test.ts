/** How a verdict comes about: control, fresh repeats, sign of life; and how a run ends. */
import { expect, test } from 'vitest';
import { ReportBuilder } from '../../src/report/build.js';
import { requestOf } from '../../src/exchange/answer.js';
import { httpTarget } from '../../src/target/http.js';
import type { StateReader, Target } from '../../src/target/target.js';
import { broken, sound } from '../servers/sound/behaviour.js';
import nameIgnored from '../servers/broken/header.name-mismatch.js';
import publishes from '../servers/broken/state.forbidden-effect.js';
import neverStops from '../servers/broken/cancel.late-write-legacy.js';
import { aConfig, overHttp, overStdio, told, type RunOptions, type Told } from './run.js';

const NAME = 'header.name-mismatch';
const modern = (options: RunOptions, ...checks: string[]) => told({ ...options, eras: ['modern'], checks });

/** The exit code that a run has under `--fail-on heuristic`. */
function exitCodeOf({ events, verdict }: Told): number {
  const builder = new ReportBuilder({ failOn: 'heuristic' });
  const target = { kind: 'http', name: 'http://127.0.0.1/mcp' } as const;
  builder.listen({ type: 'run-started', command: 'probe', at: '2026-11-30T12:00:00Z', seed: 1, target });
  for (const event of events) builder.listen(event);
  builder.listen({ type: 'run-finished', verdict, durationMs: 1 });
  return builder.story().report.exitCode;
}

/** Counts the calls that a run made of tools, and of which. */
const toolCalls = ({ exchanges }: Told): string[] =>
  exchanges.flatMap(({ request }) => {
    const asked = requestOf(request);
    return asked?.method === 'tools/call' ? [asked.name ?? ''] : [];
  });

test('a confirmed finding makes the run red', async () => {
  const run = await modern(await overHttp({ behaviour: broken(nameIgnored.breaks) }), NAME);
  expect(run.findings).toMatchObject([{ check: NAME, confidence: 'confirmed' }]);
  expect(exitCodeOf(run)).toBe(1);
});

test('the same fault has the same id in every run', async () => {
  const once = await modern(await overHttp({ behaviour: broken(nameIgnored.breaks) }), NAME);
  const again = await modern(await overHttp({ behaviour: broken(nameIgnored.breaks) }), NAME);
  expect(again.findings.map(({ id }) => id)).toEqual(once.findings.map(({ id }) => id));
});

test('what fails every other time is flaky, and never red', async () => {
  let n = 0;
  const behaviour = broken({
    nameHeader: (asked) => (sound.nameHeader(asked) && n++ % 2 === 0 ? undefined : sound.nameHeader(asked)),
  });
  const run = await modern(await overHttp({ behaviour }), NAME);
  expect(run.findings).toMatchObject([{ check: NAME, confidence: 'flaky', seen: '2/3' }]);
  expect(run.rows).toMatchObject([{ id: NAME, status: 'passed' }]);
  expect(exitCodeOf(run)).toBe(0);
});

test('where the control fails later on, the suspicion is dropped with the reason', async () => {
  let isAway = false;
  const behaviour = broken({
    nameHeader: (asked) => {
      if (sound.nameHeader(asked)) isAway = true;
      return undefined;
    },
    run: (tool, args, about) =>
      isAway ? Promise.resolve({ content: [], isError: true as const }) : sound.run(tool, args, about),
  });
  const { findings, rows } = await modern(await overHttp({ behaviour }), NAME);
  expect(findings).toEqual([]);
  expect(rows).toMatchObject([{ id: NAME, status: 'not-testable' }]);
  expect(rows[0]?.reason).toContain('its control, the same request unchanged, ended tool-error');
});

const dies = broken({ fate: ({ message }) => (message.params?.['name'] === 'constructor' ? 'death' : 'answer') });
const DEATH = ['robust.crash', 'tools.unknown-tool'];

test('a server that dies of a request and stays away is a confirmed crash, and the rest is not testable', async () => {
  const run = await modern(
    { ...(await overHttp({ behaviour: dies })), skipsWaits: true },
    ...DEATH,
    'state.refused-write-nothing',
  );
  expect(run.findings).toMatchObject([{ check: 'robust.crash', level: 'must', confidence: 'confirmed' }]);
  expect(run.rows.find(({ id }) => id === 'state.refused-write-nothing')).toMatchObject({
    status: 'not-testable',
    reason: 'the server is gone and was not started again',
  });
  expect(exitCodeOf(run)).toBe(1);
});

test('a server that dies and is started again is a confirmed crash as well', async () => {
  const run = await modern(await overHttp({ behaviour: dies, revivesAfterMs: 50 }), ...DEATH);
  expect(run.findings).toMatchObject([{ check: 'robust.crash', level: 'must', confidence: 'confirmed' }]);
});

test('a stdio process that dies is a crash, though the next request starts a fresh one', async () => {
  const run = await modern(overStdio(dies), ...DEATH);
  expect(run.findings).toMatchObject([{ check: 'robust.crash', level: 'must', confidence: 'confirmed' }]);
});

test('nothing there from the start is unreachable, and not a finding', async () => {
  const at = await overHttp();
  await at.target.close();
  const target = httpTarget({ url: 'http://127.0.0.1:9/mcp', insecure: false });
  const run = await told({ ...at, target });
  expect(run.verdict.kind).toBe('unreachable');
  expect(run.findings).toEqual([]);
  expect(exitCodeOf(run)).toBe(4);
});

test('a server that speaks neither era is inconclusive, and the reason says what it answered', async () => {
  const at = await overHttp();
  const run = await told({
    ...at,
    target: httpTarget({ url: at.config?.state?.kind === 'url' ? at.config.state.url : '', insecure: false }),
  });
  expect(run.verdict).toMatchObject({ kind: 'inconclusive' });
  expect(JSON.stringify(run.verdict)).toContain('is this the URL of an MCP endpoint?');
  expect(exitCodeOf(run)).toBe(3);
});

test('refused credentials are inconclusive, and the reason says what to give', async () => {
  const config = { principals: [{ name: 'anonymous', headers: [] }] };
  const run = await told(await overHttp({ config }));
  expect(JSON.stringify(run.verdict)).toContain('give credentials by --header or principals');
});

test('passive sends nothing that a tool could act on', async () => {
  const run = await told(await overHttp({ config: { passive: true } }));
  expect(toolCalls(run)).toEqual([]);
  expect(run.rows.find(({ id }) => id === NAME)).toMatchObject({ status: 'not-testable' });
  expect(run.verdict).toEqual({ kind: 'tested' });
});

test('without leave to write, a tool that may write is only called in ways that a sound server refuses', async () => {
  const tools = { create_draft: { run: false, arguments: { title: 'T', body: 'B' }, slowMs: 100, dedupeBy: [] } };
  const run = await told(await overHttp({ config: { tools } }));
  const created = run.exchanges.filter(
    ({ request, outcome }) => requestOf(request)?.name === 'create_draft' && outcome === 'ok',
  );
  expect(created).toEqual([]);
  expect(toolCalls(run)).toContain('list_drafts');
  expect(run.rows.find(({ id, era }) => id === 'cancel.late-write' && era === 'modern')).toMatchObject({
    tool: 'create_draft',
    status: 'not-testable',
  });
});

test('an interruption ends the run before the next step, and what was found is kept', async () => {
  const stop = new AbortController();
  const at = await overHttp({ behaviour: broken(nameIgnored.breaks) });
  const run = await told({
    ...at,
    eras: ['modern'],
    checks: [NAME, 'tools.unknown-tool'],
    signal: stop.signal,
    listener: ({ type }) => void (type === 'finding' && stop.abort()),
  });
  expect(run.verdict).toEqual({ kind: 'interrupted' });
  expect(run.findings).toMatchObject([{ check: NAME }]);
  expect(exitCodeOf(run)).toBe(130);
});

test('what the owner forbids is looked for in every reading of the state', async () => {
  const { findings } = await modern(await overHttp({ behaviour: broken(publishes.breaks) }), 'state.forbidden-effect');
  expect(findings).toMatchObject([{ level: 'declared', kind: 'effect', tool: 'create_draft' }]);
  expect(findings[0]?.title).toContain("$.drafts[?(@.status!='draft')]");
});

test('a forbidden path that matches from the start proves nothing', async () => {
  const { findings, rows } = await modern(
    await overHttp({ config: { forbid: ['$.drafts[0]'] } }),
    'state.forbidden-effect',
  );
  expect(findings).toEqual([]);
  expect(rows).toMatchObject([{ status: 'not-testable' }]);
});

/** A state that a clock in it changes every 25 ms, and never between two readings in a row. */
const withClock = (state: StateReader): StateReader => ({
  ...state,
  read: async () => ({ stored: await state.read(), tick: Math.floor(performance.now() / 25) }),
});

test('a state that moves by itself proves nothing, however seldom it moves', async () => {
  const at = await overHttp({ behaviour: broken(neverStops.breaks) });
  const run = await modern(
    { ...at, state: at.state && withClock(at.state) },
    'cancel.late-write',
    'state.refused-write-nothing',
  );
  expect(run.findings).toEqual([]);
  expect(run.rows.map(({ status }) => status)).toEqual(['not-testable', 'not-testable']);
});

test('a caller who gives up leaves a timeline, whatever the verdict', async () => {
  const { events } = await modern(await overHttp(), 'cancel.late-write');
  const told = events.flatMap((event) => (event.type === 'timeline' ? [event.timeline] : []));
  expect(told).toMatchObject([{ check: 'cancel.late-write', era: 'modern', tool: 'create_draft' }]);
  const texts = told[0]?.steps.map(({ text }) => text) ?? [];
  expect(texts).toContain('writer sends tools/call create_draft id="abandoned"');
  expect(texts).toContain('the caller gives up and closes the connection');
  expect(texts.at(-1)).toBe('state after: drafts: 1');
});

test('a legacy server is not held to modern rules by the question whether it is one', async () => {
  const behaviour = broken({ eras: ['legacy'], errorId: () => null });
  const run = await told({
    ...(await overHttp({ behaviour, config: { eras: ['legacy'] } })),
    checks: ['jsonrpc.id-echo-on-error'],
  });
  expect(run.findings.map(({ era }) => era)).toEqual(['legacy']);
});

test('a grade of the owner is taken, and is not red', async () => {
  const config = { expect: { [NAME]: 'divergence' as const } };
  const run = await modern(await overHttp({ behaviour: broken(nameIgnored.breaks), config }), NAME);
  expect(run.findings).toMatchObject([{ check: NAME, level: 'divergence' }]);
  expect(exitCodeOf(run)).toBe(0);
});

test('a target whose every answer is silence ends in time, without a finding', async () => {
  const silent: Target = {
    transport: 'http',
    name: 'silence',
    path: '/mcp',
    stray: [],
    ends: [],
    send: (request, { era }) => ({
      sent: Promise.resolve(),
      exchange: Promise.resolve({
        n: 1,
        at: '',
        transport: 'http',
        from: 'client',
        connection: 1,
        era,
        principal: 'writer',
        request,
        outcome: 'no-result',
        durationMs: 10,
        error: 'no answer within 10 ms',
      }),
      abort: () => undefined,
    }),
    restart: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const run = await told({ target: silent, state: undefined, config: aConfig() });
  expect(run.verdict.kind).toBe('inconclusive');
  expect(run.findings).toEqual([]);
});
