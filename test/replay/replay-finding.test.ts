import { describe, expect, it, onTestFinished } from 'vitest';
import { startDraftsServer, type DraftsServer, type DraftsServerOptions } from '../../examples/drafts-server/index.js';
import { CHECKS } from '../../src/checks/list.js';
import type { Config } from '../../src/config/config.js';
import { toolCaller } from '../../src/engine/call-tool.js';
import type { EngineEvent } from '../../src/engine/events.js';
import { probe } from '../../src/engine/probe.js';
import { findingLines } from '../../src/recording/finding-lines.js';
import type { Recording } from '../../src/recording/recording.js';
import { httpTarget } from '../../src/target/http.js';
import { stateReader } from '../../src/target/state.js';
import { contextOn, counted, fileOf, replayAt, type Replayed } from './helpers.js';

async function drafts(options: DraftsServerOptions = {}): Promise<DraftsServer> {
  const server = await startDraftsServer({ delayMs: 120, ...options });
  onTestFinished(() => server.close());
  return server;
}

const configFor = ({ tokens, stateUrl, resetUrl }: DraftsServer): Partial<Config> => ({
  principals: [
    { name: 'writer', headers: [['Authorization', `Bearer ${tokens.writer}`]] },
    { name: 'reader', headers: [['Authorization', `Bearer ${tokens.reader}`]] },
  ],
  tools: { create_draft: { run: true, dedupeBy: [], arguments: { title: 'T', body: 'B' }, slowMs: 120 } },
  state: { kind: 'url', url: stateUrl, method: 'GET', settleMs: 150 },
  reset: { kind: 'url', url: resetUrl, method: 'POST' },
});

const stateOf = (config: Partial<Config>, url: string) => {
  const target = httpTarget({ url, insecure: false });
  onTestFinished(() => target.close());
  const { context } = contextOn(target, { config });
  return stateReader(context.config, toolCaller(target, 5000));
};

type FindingEvent = Extract<EngineEvent, { type: 'finding' }>;

const onDisk = (event: FindingEvent, url: string): Recording =>
  fileOf(
    findingLines(event, { at: '2026-11-30T12:00:00.000Z', target: { kind: 'http', name: url } }),
    `${event.finding.id}.jsonl`,
  );

/** What one check finds on a server, as the file that it leaves. */
async function findingOf(check: string, server: DraftsServer): Promise<Recording> {
  const target = httpTarget({ url: server.url, insecure: false });
  onTestFinished(() => target.close());
  const config = { ...configFor(server), era: 'modern' as const };
  const checks = CHECKS.filter(({ id }) => id === check);
  const state = stateOf(config, server.url);
  const { context, events } = contextOn(target, { config, checks, ...(state ? { state } : {}) });
  await probe({ ...context, eras: ['modern'] });
  const found = events.find((event): event is FindingEvent => event.type === 'finding');
  if (found === undefined) throw new Error(`${check} finds something`);
  return onDisk(found, server.url);
}

function replayed(file: Recording, server: DraftsServer, more: Partial<Config> = {}): Promise<Replayed> {
  const config = { ...configFor(server), ...more };
  const state = stateOf(config, server.url);
  return replayAt(server.url, [file], { config, ...(state ? { state } : {}) });
}

describe('the finding of an abandoned write', () => {
  const broken = { honourAbort: false };

  it('fails still where it did, and is fixed where the server honours the abort', async () => {
    const file = await findingOf('cancel.late-write', await drafts(broken));
    const still = await replayed(file, await drafts(broken));
    expect(still.verdict).toEqual({ kind: 'tested' });
    expect(still.counts).toEqual(counted({ recorded: 1, compared: 1, stillFailing: 1 }));
    expect(still.findings).toMatchObject([
      {
        check: 'replay.still-failing',
        of: 'cancel.late-write',
        level: 'declared',
        confidence: 'confirmed',
        tool: 'create_draft',
        title: file.header.finding?.title,
      },
    ]);
    const fixed = await replayed(file, await drafts());
    expect(fixed.findings).toEqual([]);
    expect(fixed.counts).toEqual(counted({ recorded: 1, compared: 1, fixed: 1 }));
  });

  it('leaves a finding that can be replayed in its turn', async () => {
    const server = await drafts(broken);
    const first = await replayed(await findingOf('cancel.late-write', server), server);
    const told = first.events.find((event): event is FindingEvent => event.type === 'finding');
    if (told === undefined) throw new Error('it fails still');
    const again = await replayed(onDisk(told, server.url), server);
    expect(again.counts).toEqual(counted({ recorded: 1, compared: 1, stillFailing: 1 }));
    expect(again.findings).toMatchObject([{ check: 'replay.still-failing', of: 'cancel.late-write' }]);
  });

  it('is not sent without leave, and says which key would give it', async () => {
    const server = await drafts(broken);
    const file = await findingOf('cancel.late-write', server);
    const before = server.storage.list();
    const { verdict, counts, leftOut } = await replayed(file, server, { tools: {} });
    expect(verdict.kind).toBe('inconclusive');
    expect(counts).toEqual(counted({ recorded: 1, unsafe: 1 }));
    expect(leftOut[0]?.reason).toContain('tools.create_draft.run or --allow-writes');
    expect(server.storage.list()).toEqual(before);
  });

  it('says nothing where the storage cannot be read', async () => {
    const server = await drafts();
    const file = await findingOf('cancel.late-write', await drafts(broken));
    const { tokens } = server;
    const writer = { name: 'writer', headers: [['Authorization', `Bearer ${tokens.writer}`]] as const };
    const config = { principals: [writer], allowWrites: true };
    const { verdict, leftOut } = await replayAt(server.url, [file], { config });
    expect(verdict.kind).toBe('inconclusive');
    expect(leftOut[0]?.reason).toContain('(key: state)');
  });

  it('says nothing where the credentials of its caller are missing', async () => {
    const server = await drafts();
    const file = await findingOf('cancel.late-write', await drafts(broken));
    const { leftOut } = await replayed(file, server, { principals: [{ name: 'anonymous', headers: [] }] });
    expect(leftOut[0]?.reason).toContain('no credentials of principal writer: authorization is masked');
  });
});

describe('the finding of a call that ought to be refused', () => {
  it('is sent without leave: a sound server turns it away', async () => {
    const fault = 'accepts-extra-arguments';
    const file = await findingOf('tools.invalid-args-accepted', await drafts({ fault }));
    const notAllowed = { tools: {} };
    const fixed = await replayed(file, await drafts(), notAllowed);
    // Its control is a valid call of the same tool, and that needs leave.
    expect(fixed.counts).toEqual(counted({ recorded: 1, unsafe: 1 }));
    expect((await replayed(file, await drafts())).counts).toEqual(counted({ recorded: 1, compared: 1, fixed: 1 }));
    expect((await replayed(file, await drafts({ fault }))).counts).toEqual(
      counted({ recorded: 1, compared: 1, stillFailing: 1 }),
    );
  });

  it('is inconclusive where its control fails too', async () => {
    const file = await findingOf('tools.invalid-args-accepted', await drafts({ fault: 'accepts-extra-arguments' }));
    const server = await drafts({ tokens: { writer: 'another-token-b91x77' } });
    const stranger = { name: 'writer', headers: [['Authorization', 'Bearer not-a-known-token-4h']] as const };
    const { verdict, counts, leftOut } = await replayed(file, server, { principals: [stranger] });
    expect(counts).toEqual(counted({ recorded: 1, skipped: 1 }));
    expect(leftOut[0]?.reason).toContain('its control fails');
    expect(verdict.kind).toBe('inconclusive');
  });

  it('is judged against the storage', async () => {
    const fault = 'writes-before-refusing';
    const file = await findingOf('state.refused-write-nothing', await drafts({ fault }));
    expect((await replayed(file, await drafts({ fault }), { tools: {} })).counts.stillFailing).toBe(1);
    expect((await replayed(file, await drafts(), { tools: {} })).counts.fixed).toBe(1);
  });
});

describe('a finding of an unknown check', () => {
  it('is left out by its name', async () => {
    const file = await findingOf('tools.invalid-args-accepted', await drafts({ fault: 'accepts-extra-arguments' }));
    const server = await drafts();
    const { leftOut } = await replayAt(server.url, [file], { config: configFor(server), checks: [] });
    expect(leftOut[0]?.reason).toBe('its check, tools.invalid-args-accepted, is not among those of this run');
  });
});
