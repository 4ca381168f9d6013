import { describe, expect, test } from 'vitest';
import { LAYERS } from '../../src/case/levels.js';
import type { EngineEvent } from '../../src/engine/events.js';
import type { Exchange } from '../../src/exchange/exchange.js';
import { buildStory, ReportBuilder, type BuildOptions } from '../../src/report/build.js';
import { createRedactor } from '../../src/recording/redaction/redactor.js';
import { TOOL } from '../../src/version.js';
import { aCall, aFinding, aRow, aSend, evidenceOf, finished, found, judged, started, TARGET } from './samples.js';

const story = (events: readonly EngineEvent[], options: Partial<BuildOptions> = {}) =>
  buildStory([started(), ...events, finished], { failOn: 'declared', ...options });

const report = (events: readonly EngineEvent[], options: Partial<BuildOptions> = {}) => story(events, options).report;

const anExchange: Exchange = {
  n: 1,
  at: '2026-11-30T17:40:01.120Z',
  transport: 'http',
  from: 'client',
  connection: 1,
  era: 'modern',
  principal: 'writer',
  request: aCall(),
  outcome: 'ok',
  durationMs: 3,
};

test('an empty run is a whole report', () => {
  expect(report([])).toEqual({
    format: 'mcp-shakedown/report',
    version: 1,
    tool: TOOL,
    command: 'probe',
    startedAt: '2026-11-30T17:40:01.120Z',
    durationMs: 9812,
    seed: 20261130,
    exitCode: 0,
    target: { kind: 'http', url: TARGET },
    eras: {},
    clients: [],
    summary: { exchanges: 0, findings: { must: 0, declared: 0, should: 0, heuristic: 0, divergence: 0 } },
    layers: LAYERS.map((name) => ({ name, verdict: 'not-applicable', checks: 0, failed: 0 })),
    checks: [],
    lists: {},
    timelines: [],
    notes: [],
    findings: [],
  });
});

describe('what the events tell stands in the report', () => {
  test('eras, clients and lists', () => {
    const client = {
      name: 'official',
      principal: 'writer',
      era: 'modern',
      version: '2026-07-28',
      how: 'pinned',
    } as const;
    const told = report([
      { type: 'eras-found', eras: { legacy: ['2025-11-25'], modern: ['2026-07-28'] } },
      { type: 'client-seen', client },
      { type: 'client-seen', client },
      { type: 'client-seen', client: { ...client, era: 'legacy', version: '2025-11-25' } },
      { type: 'tools-listed', principal: 'writer', era: 'modern', tools: ['create_draft', 'list_drafts'] },
      { type: 'tools-listed', principal: 'writer', era: 'legacy', tools: ['create_draft'] },
      { type: 'tools-listed', principal: 'reader', era: 'modern', tools: [] },
    ]);
    expect(told.eras).toEqual({ legacy: ['2025-11-25'], modern: ['2026-07-28'] });
    expect(told.clients.map(({ era }) => era)).toEqual(['modern', 'legacy']);
    expect(told.lists).toEqual({
      writer: { modern: ['create_draft', 'list_drafts'], legacy: ['create_draft'] },
      reader: { modern: [] },
    });
  });

  test('a principal may be called like a member of every object', () => {
    const { lists } = report([{ type: 'tools-listed', principal: '__proto__', era: 'modern', tools: ['echo'] }]);
    expect(JSON.stringify(lists)).toBe('{"__proto__":{"modern":["echo"]}}');
  });

  test('exchanges and cases are counted', () => {
    const { summary } = report([
      { type: 'exchange', exchange: anExchange },
      { type: 'exchange', exchange: { ...anExchange, n: 2 } },
      { type: 'case-done', n: 1, of: 400, label: 'create_draft' },
    ]);
    expect(summary).toMatchObject({ exchanges: 2, cases: 1 });
  });

  test('the counts of a replay, and what it left out', () => {
    const counts = { recorded: 3, compared: 1, same: 1, changed: 0, fixed: 0, stillFailing: 0, unsafe: 1, skipped: 1 };
    const told = story([
      { type: 'replayed', counts },
      { type: 'left-out', n: 2, what: 'create_draft', reason: 'it may change the storage' },
    ]);
    expect(told.report.summary.replay).toEqual(counts);
    expect(told.leftOut).toEqual([{ n: 2, what: 'create_draft', reason: 'it may change the storage' }]);
  });

  test('the audit file is named where there is one', () => {
    expect(report([], { audit: '.shakedown/audit.jsonl' }).audit).toBe('.shakedown/audit.jsonl');
  });

  test('a stdio target is its command', () => {
    const told = buildStory([started({ target: { kind: 'stdio', name: 'node server.mjs' } }), finished], {
      failOn: 'must',
    });
    expect(told.report.target).toEqual({ kind: 'stdio', command: 'node server.mjs' });
  });
});

describe('rows', () => {
  test('a check that was tried in several ways on one subject is one row, the gravest', () => {
    const { checks } = report([
      judged({ status: 'not-testable', reason: 'nothing to try it on', http: null, rpc: null }),
      judged({ status: 'failed', http: 200, rpc: null }),
      judged({ status: 'passed' }),
    ]);
    expect(checks).toEqual([aRow({ status: 'failed', http: 200, rpc: null })]);
  });

  test('each era, caller and tool has a row of its own', () => {
    const { checks } = report([
      judged(),
      judged({ era: 'legacy' }),
      judged({ principal: 'reader' }),
      judged({ tool: 'create_draft' }),
      judged({ transport: 'stdio' }),
    ]);
    expect(checks).toHaveLength(5);
  });

  test('a layer is what the gravest of its rows is', () => {
    const { layers } = report([
      judged({ id: 'a.a', layer: 'envelope', status: 'passed' }),
      judged({ id: 'a.b', layer: 'envelope', status: 'failed' }),
      judged({ id: 'a.c', layer: 'contract', status: 'not-testable' }),
      judged({ id: 'a.d', layer: 'contract', status: 'passed' }),
      judged({ id: 'a.e', layer: 'cancellation', status: 'not-applicable' }),
      judged({ id: 'a.f', layer: 'cancellation', status: 'not-testable' }),
    ]);
    expect(layers.map(({ name }) => name)).toEqual(LAYERS);
    expect(layers.filter(({ checks }) => checks > 0)).toEqual([
      { name: 'envelope', verdict: 'failed', checks: 2, failed: 1 },
      { name: 'contract', verdict: 'passed', checks: 2, failed: 0 },
      { name: 'cancellation', verdict: 'not-testable', checks: 2, failed: 0 },
    ]);
  });
});

describe('findings', () => {
  test('are counted by level and make the exit code', () => {
    const told = report([found(), found({ id: 'F-000001', level: 'divergence' })]);
    expect(told.summary.findings).toEqual({ must: 1, declared: 0, should: 0, heuristic: 0, divergence: 1 });
    expect(told.exitCode).toBe(1);
    expect(told.findings[0]).toEqual(aFinding());
  });

  test('one that was made smaller takes the place of the first', () => {
    const told = report([found(), found({ shrinks: 6 })]);
    expect(told.findings).toEqual([aFinding({ shrinks: 6 })]);
  });

  test('have their sent line and a command to paste beside the report, not in it', () => {
    const { details } = story([found()]);
    expect(details.get('F-7Q2K9D')?.sent).toEqual(['Mcp-Name: delete_draft      body: params.name = "create_draft"']);
    expect(details.get('F-7Q2K9D')?.command).toMatch(/^curl -s http:\/\/127\.0\.0\.1:4000\/mcp /);
  });
});

test('a note is told once, however often it came', () => {
  const note = { type: 'note', check: 'schema.open-object', text: 'create_draft takes any argument' } as const;
  expect(report([note, note, { ...note, text: 'echo takes any argument' }]).notes).toEqual([
    { check: 'schema.open-object', text: 'create_draft takes any argument' },
    { check: 'schema.open-object', text: 'echo takes any argument' },
  ]);
});

test('the last timeline of a check and tool counts', () => {
  const timeline = { check: 'cancel.late-write', era: 'modern', tool: 'create_draft', steps: [] } as const;
  const steps = [{ atMs: 37, text: 'POST tools/call id=1' }];
  const told = report([
    { type: 'timeline', timeline },
    { type: 'timeline', timeline: { ...timeline, steps } },
  ]);
  expect(told.timelines).toEqual([{ ...timeline, steps }]);
});

test('a run without an end was interrupted, and keeps what it found', () => {
  const builder = new ReportBuilder({ failOn: 'declared' });
  for (const event of [started(), found()]) builder.listen(event);
  const told = builder.story();
  expect(told.verdict).toEqual({ kind: 'interrupted' });
  expect(told.report).toMatchObject({ exitCode: 130, findings: [aFinding()] });
});

describe('secrets', () => {
  test('a name and password in the address of the target stay out', () => {
    const events = [
      started({ target: { kind: 'http', name: 'https://me:hunter22@drafts.example/mcp' } }),
      found(),
      finished,
    ];
    const told = buildStory(events, { failOn: 'declared' });
    expect(told.report.target.url).toBe('https://drafts.example/mcp');
    expect(JSON.stringify([told.report, ...told.details.values()])).not.toContain('hunter22');
  });

  test('known secrets are masked in all that is told', () => {
    const secret = 'canary-0123456789';
    const events: EngineEvent[] = [
      found({ received: `HTTP 200 with ${secret}`, title: secret }),
      { ...found({ id: 'F-000001' }), evidence: evidenceOf([aSend('case', aCall({ title: secret }))]) } as EngineEvent,
      judged({ reason: secret }),
      { type: 'note', check: 'x', text: secret },
      { type: 'left-out', n: 1, what: secret, reason: secret },
    ];
    const told = story(events, { mask: (text) => text.replaceAll(secret, '***') });
    expect(JSON.stringify([told.report, told.leftOut, ...told.details.values()])).not.toContain(secret);
    expect(told.details.get('F-000001')?.command).toContain('***');
  });

  test('a secret that only its name gives away is masked in what was sent', () => {
    const redactor = createRedactor({ key: Buffer.alloc(32) });
    const evidence = evidenceOf([aSend('case', aCall({ password: 'short' }))]);
    const told = story([{ ...found(), evidence } as EngineEvent], { mask: (text) => redactor.text(text) });
    const [detail] = told.details.values();
    expect(detail?.sent.join()).toMatch(/^body: .*params\.arguments\.password = /);
    expect(JSON.stringify(detail)).not.toContain('short');
  });

  test('bytes that are no text are told as they are', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    const evidence = evidenceOf([aSend('case', { ...aCall(), body: { bytes } })]);
    const told = story([{ ...found(), evidence } as EngineEvent], { mask: (text) => text });
    expect(told.details.get('F-7Q2K9D')?.command).toMatch(/^printf '\{\\377\}' \| curl /);
  });
});
