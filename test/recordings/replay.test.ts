/** The committed sessions, replayed against a fresh server: nothing has changed, and nearly all of it is compared. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startDraftsServer } from '../../examples/drafts-server/index.js';
import { CHECKS } from '../../src/checks/list.js';
import type { Config } from '../../src/config/config.js';
import type { EngineEvent, RunVerdict } from '../../src/engine/events.js';
import { readRecording } from '../../src/recording/read.js';
import { containsMask } from '../../src/recording/redaction/mask.js';
import { replay } from '../../src/replay/replay.js';
import { buildStory } from '../../src/report/build.js';
import { httpTarget } from '../../src/target/http.js';
import { header } from '../../src/mcp/headers.js';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'recordings');
const SESSIONS = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());

async function replayed(file: string, options: Parameters<typeof startDraftsServer>[0] = {}) {
  const server = await startDraftsServer({ delayMs: 5, ...options });
  const target = httpTarget({ url: server.url, insecure: false });
  onTestFinished(async () => {
    await target.close();
    await server.close();
  });
  const config: Config = {
    target: { kind: 'http', url: server.url },
    principals: Object.entries(server.tokens).map(([name, token]) => ({ name, headers: [['Authorization', `Bearer ${token}`]] })),
    allowWrites: true,
    passive: false,
    tools: {},
    forbid: [],
    volatile: [],
    redact: { headers: [], json: [] },
    timeoutMs: 20_000,
    expect: {},
    insecure: false,
    unused: [],
  };
  const events: EngineEvent[] = [];
  const verdict: RunVerdict = await replay(
    {
      config,
      target,
      state: undefined,
      clock: { now: () => performance.now(), sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)) },
      emit: (event) => events.push(event),
      signal: new AbortController().signal,
      seed: 1,
      checks: CHECKS,
      recordingOf: (id) => `${id}.jsonl`,
      reproduceOf: (id) => `replay ${id}`,
    },
    [readRecording(file)],
  );
  return { verdict, report: buildStory(events, { failOn: 'declared' }).report };
}

test.each(SESSIONS.map(({ name }) => name))('%s replays without a difference', async (name) => {
  const { verdict, report } = await replayed(path.join(FOLDER, name, 'session.jsonl'));

  expect(verdict).toEqual({ kind: 'tested' });
  expect(report.findings).toEqual([]);
  const { recorded = 0, compared, same, skipped, unsafe } = report.summary.replay ?? {};
  expect(recorded).toBeGreaterThan(8);
  expect({ compared, same, skipped, unsafe }).toEqual({ compared: recorded, same: recorded, skipped: 0, unsafe: 0 });
});

test('a server that forgets its scopes is told apart from the one that was recorded', async () => {
  const { report } = await replayed(path.join(FOLDER, 'drafts-modern', 'session.jsonl'), { fault: 'scope-forgotten' });

  expect(report.findings.map(({ check, tool }) => [check, tool])).toContainEqual(['replay.changed', 'create_draft']);
});

test.each(SESSIONS.map(({ name }) => name))('%s holds no credential', (name) => {
  const { exchanges } = readRecording(path.join(FOLDER, name, 'session.jsonl'));

  const credentials = exchanges.map(({ request }) => header(request.headers, 'authorization') ?? '');
  expect(credentials.length).toBeGreaterThan(0);
  expect(credentials.every(containsMask)).toBe(true);
});
