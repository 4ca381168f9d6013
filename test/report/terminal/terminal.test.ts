import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { EngineEvent } from '../../../src/engine/events.js';
import { buildStory } from '../../../src/report/build.js';
import { palette, PLAIN } from '../../../src/report/terminal/palette.js';
import { terminalText } from '../../../src/report/terminal/terminal.js';
import { expectGolden } from '../../golden/golden.js';
import { aCall, aFinding, aSend, evidenceOf, finished, found, judged, started } from '../samples.js';

const TITLES: Readonly<Record<string, string>> = {
  'header.name-mismatch': 'rejects a call whose Mcp-Name differs from the body',
  'tools.unknown-tool': 'answers an unknown tool with -32602',
};

const told = (events: readonly EngineEvent[], { columns = 110, colours = PLAIN } = {}) => {
  const story = buildStory(events, { failOn: 'declared' });
  const text = terminalText(story, { palette: colours, failOn: 'declared', columns, titleOf: (id) => TITLES[id] });
  return { exitCode: story.report.exitCode, text };
};

const LATE_WRITE = { check: 'cancel.late-write', era: 'modern', tool: 'create_draft' } as const;

const PROBE: readonly EngineEvent[] = [
  started(),
  { type: 'eras-found', eras: { legacy: ['2025-11-25'], modern: ['2026-07-28'] } },
  {
    type: 'client-seen',
    client: { name: 'official client', principal: 'writer', era: 'modern', version: '2026-07-28', how: 'pinned' },
  },
  {
    type: 'client-seen',
    client: { name: 'official client', principal: 'writer', era: 'legacy', version: '2025-11-25', how: 'default' },
  },
  { type: 'tools-listed', principal: 'writer', era: 'legacy', tools: ['create_draft', 'list_drafts'] },
  { type: 'tools-listed', principal: 'writer', era: 'modern', tools: ['create_draft', 'list_drafts'] },
  { type: 'tools-listed', principal: 'reader', era: 'modern', tools: ['list_drafts'] },
  judged({ id: 'version.unknown-legacy', layer: 'era-and-version', era: 'legacy', http: 200, rpc: null }),
  judged({ id: 'version.unknown-modern', layer: 'era-and-version', rpc: -32022 }),
  judged({ id: 'header.method-missing' }),
  judged({ id: 'header.method-missing', tool: 'list_drafts', http: null, rpc: null }),
  judged({ id: 'jsonrpc.id-echo', http: 200, rpc: null, reason: 'flaky 1/3: Answer under another id' }),
  judged({
    id: 'header.name-mismatch',
    tool: 'create_draft',
    status: 'failed',
    http: 200,
    rpc: null,
    statusAllowed: false,
    codeAllowed: false,
  }),
  judged({
    id: 'header.version-mismatch',
    status: 'failed',
    http: 400,
    rpc: -32602,
    statusAllowed: true,
    codeAllowed: false,
  }),
  judged({ id: 'tools.unknown-tool', layer: 'behaviour', era: 'legacy', http: 200, rpc: -32602 }),
  judged({ id: 'tools.unknown-tool', layer: 'behaviour', era: 'modern', http: 200, rpc: -32602 }),
  judged({ id: 'tools.output-schema', layer: 'contract', status: 'not-applicable', http: null, rpc: null }),
  judged({
    id: 'state.refused-write-nothing',
    layer: 'forbidden-effects',
    tool: 'create_draft',
    http: 400,
    rpc: -32602,
    state: { before: '2 drafts', after: '2 drafts', same: true },
  }),
  judged({
    id: 'cancel.late-write-legacy',
    layer: 'cancellation',
    era: 'legacy',
    tool: 'create_draft',
    status: 'failed',
    http: null,
    rpc: null,
    state: { before: '2 drafts', after: '3 drafts', same: false },
  }),
  ...['delete_draft', 'update_draft'].flatMap((tool) =>
    (['legacy', 'modern'] as const).map((era) =>
      judged({
        id: era === 'modern' ? 'cancel.late-write' : 'cancel.late-write-legacy',
        layer: 'cancellation',
        era,
        tool,
        status: 'not-testable',
        reason: `tools.${tool}.slowMs does not say how long it takes`,
        http: null,
        rpc: null,
      }),
    ),
  ),
  {
    type: 'timeline',
    timeline: {
      ...LATE_WRITE,
      steps: [
        { atMs: 0, text: 'POST tools/call id=1' },
        { atMs: 101, text: 'connection closed by the caller' },
        { atMs: 801, text: 'storage read: 2 drafts' },
      ],
    },
  },
  {
    type: 'timeline',
    timeline: {
      check: 'cancel.late-write-legacy',
      era: 'legacy',
      tool: 'create_draft',
      steps: [
        { atMs: 0, text: 'POST tools/call id=1' },
        { atMs: 101, text: 'POST notifications/cancelled' },
        { atMs: 103, text: 'HTTP 202' },
        { atMs: 803, text: 'storage read: 3 drafts' },
      ],
    },
  },
  found({
    id: 'F-000003',
    check: 'schema.open-object',
    level: 'divergence',
    title: 'Schema takes any further argument',
  }),
  found({ id: 'F-000002', check: 'cancel.stream-left-open', level: 'should', confidence: 'flaky', seen: '2/3' }),
  found({ mutations: ['swap-name-header'], shrinks: 6 }),
  found({ id: 'F-000004', principal: 'reader' }),
  { type: 'note', check: 'header.version-mismatch', text: 'one of the two versions is also unsupported' },
  finished,
];

describe('the text of a probe', () => {
  test('tells the whole story', () => {
    expectGolden('probe', told(PROBE));
  });

  test('puts the eras one below the other where the terminal is narrow', () => {
    expectGolden('probe-narrow', told(PROBE, { columns: 60 }));
  });

  test('has colours only where they were asked for', () => {
    const coloured = told(PROBE, { colours: palette(true) }).text;
    expect(told(PROBE).text).not.toContain('\u001b');
    expect(coloured).toContain('\u001b[31m');
    expect(stripVTControlCharacters(coloured)).toBe(told(PROBE).text);
  });

  test('lets nothing of a server act on the terminal', () => {
    const evil = 'x\u001b[2J\u202e\r\n\u0007';
    const events: EngineEvent[] = [
      started({ target: { kind: 'stdio', name: evil } }),
      { type: 'eras-found', eras: { modern: [evil] } },
      { type: 'client-seen', client: { name: evil, principal: evil, era: 'modern', version: evil, how: 'seen' } },
      { type: 'tools-listed', principal: evil, era: 'modern', tools: [evil] },
      judged({ id: evil, tool: evil, status: 'failed', state: { before: evil, after: evil, same: false } }),
      judged({ tool: evil, status: 'not-testable', reason: evil }),
      { type: 'timeline', timeline: { check: evil, era: 'modern', tool: evil, steps: [{ atMs: 1, text: evil }] } },
      {
        type: 'finding',
        finding: aFinding({ title: evil, tool: evil, received: evil, expected: evil, principal: evil, path: evil }),
        evidence: evidenceOf([aSend('case', aCall({ [evil]: evil }))]),
        control: undefined,
      },
      found({ id: 'F-000001', level: 'divergence', title: evil, check: evil }),
      { type: 'note', check: evil, text: evil },
      { type: 'left-out', n: 1, what: evil, reason: evil },
      {
        type: 'replayed',
        counts: { recorded: 1, compared: 0, same: 0, changed: 0, fixed: 0, stillFailing: 0, unsafe: 1, skipped: 0 },
      },
      { type: 'run-finished', verdict: { kind: 'inconclusive', reason: evil }, durationMs: 1 },
    ];
    const { text } = told(events);
    expect(text).toContain('x\\x1b[2J\\u{202e}\\r\\n\\x07');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text.split('\n').filter((line) => line.startsWith('\u0007'))).toEqual([]);
  });
});

test('the text of a campaign counts its cases', () => {
  expectGolden(
    'fuzz',
    told([
      started({ command: 'fuzz' }),
      { type: 'case-done', n: 1, of: 2, label: 'create_draft' },
      { type: 'case-done', n: 2, of: 2, label: 'create_draft' },
      found({ mutations: ['swap-name-header'], shrinks: 6 }),
      finished,
    ]),
  );
});

const leftOut = (n: number, what: string, reason: string): EngineEvent => ({ type: 'left-out', n, what, reason });

describe('the text of a replay', () => {
  test('names each exchange that was left out, with its tool and the reason', () => {
    expectGolden(
      'replay',
      told([
        started({ command: 'replay' }),
        leftOut(2, 'create_draft', 'unsafe: it may change the storage; allow it with --allow-writes'),
        leftOut(3, 'create_draft', 'unsafe: it may change the storage; allow it with --allow-writes'),
        leftOut(4, 'create_draft', 'unsafe: it may change the storage; allow it with --allow-writes'),
        leftOut(9, 'create_draft', 'unsafe: it may change the storage; allow it with --allow-writes'),
        leftOut(7, 'list_drafts', 'skipped: no principal named "reader" is configured for its credential'),
        {
          type: 'replayed',
          counts: { recorded: 12, compared: 7, same: 6, changed: 1, fixed: 0, stillFailing: 0, unsafe: 4, skipped: 1 },
        },
        found({
          check: 'replay.changed',
          level: 'declared',
          tool: 'list_drafts',
          path: '$.result.structuredContent.drafts[0].title',
          title: 'Answer of list_drafts changed',
          expected: '"T"',
          received: '"t"',
          recording: 'recordings/drafts.jsonl',
        }),
        finished,
      ]),
    );
  });

  test('that compared nothing says so', () => {
    const { exitCode, text } = told([
      started({ command: 'replay' }),
      {
        type: 'replayed',
        counts: { recorded: 2, compared: 0, same: 0, changed: 0, fixed: 0, stillFailing: 0, unsafe: 2, skipped: 0 },
      },
      { type: 'run-finished', verdict: { kind: 'inconclusive', reason: 'nothing was compared' }, durationMs: 5 },
    ]);
    expect(exitCode).toBe(3);
    expect(text).toContain('0 of 2 recorded exchanges compared');
    expect(text).toContain('Inconclusive: nothing was compared');
  });
});

test('a target that was not reached is the whole story', () => {
  const { exitCode, text } = told([
    started(),
    {
      type: 'run-finished',
      verdict: { kind: 'unreachable', reason: 'connect ECONNREFUSED 127.0.0.1:4000' },
      durationMs: 5,
    },
  ]);
  expect(exitCode).toBe(4);
  expect(text).toContain('Could not be reached: connect ECONNREFUSED 127.0.0.1:4000');
});
