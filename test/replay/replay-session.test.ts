import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/config/config.js';
import { render } from '../../src/exchange/draft.js';
import { findingLines } from '../../src/recording/finding-lines.js';
import { sessionHeaders } from '../../src/engine/session.js';
import { toolServer, type Tool } from '../servers/tools.js';
import { conversation, counted, fileOf, recordingOf, replayAt, structured } from './helpers.js';

const total = (value: unknown): Tool => ({
  readOnly: true,
  run: () => ({ order: { total: value, lines: ['a', 'b'] } }),
});

/** Every minted id of a server, and the drafts under them. */
function drafts(idOf: () => unknown = randomUUID): Record<string, Tool> {
  const made = new Map<unknown, unknown>();
  return {
    create_draft: {
      run: ({ title }) => {
        const id = idOf();
        made.set(id, title);
        return { id, status: 'draft' };
      },
    },
    get_draft: {
      readOnly: true,
      run: ({ id }) => (made.has(id) ? { id, title: made.get(id) } : { toolError: `no draft ${String(id)}` }),
    },
    list_drafts: { readOnly: true, run: () => ({ drafts: [...made].map(([id, title]) => ({ id, title })) }) },
  };
}

const noisy = (steady: string): Record<string, Tool> => ({
  now: {
    readOnly: true,
    run: () => ({ at: new Date().toISOString(), id: randomUUID(), took: Math.random(), steady }),
  },
});

/** The ids under which a changed total is found, twice. */
const idsOfChange = async (was: number, is: number) => {
  const then = await toolServer({ get_total: total(was) });
  const talk = conversation(then.url);
  await talk.ask('tools/list');
  await talk.call('get_total', { a: 1 });
  await talk.call('get_total', { a: 2 });
  const now = await toolServer({ get_total: total(is) });
  const { findings } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
  return findings.map(({ id }) => id);
};

describe('a session that is replayed', () => {
  it.each([{ events: false }, { events: true }])('is the same against the same server (%o)', async (options) => {
    const then = await toolServer(
      { total: total(42), broken: { readOnly: true, run: () => ({ toolError: 'always' }) } },
      options,
    );
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    await talk.call('total');
    await talk.call('broken');
    await talk.ask('prompts/list');
    const now = await toolServer(
      { total: total(42), broken: { readOnly: true, run: () => ({ toolError: 'always' }) } },
      options,
    );
    const { verdict, counts, findings } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(verdict).toEqual({ kind: 'tested' });
    expect(findings).toEqual([]);
    expect(counts).toEqual(counted({ recorded: 4, compared: 4, same: 4 }));
    expect(now.methods).toEqual(then.methods);
  });

  it('names tool and place of what changed, in words that a person can say', async () => {
    const then = await toolServer({ get_total: total(42) });
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    await talk.call('get_total');
    const now = await toolServer({ get_total: total(43) });
    const { counts, findings } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(counts).toEqual(counted({ recorded: 2, compared: 2, same: 1, changed: 1 }));
    expect(findings).toMatchObject([
      {
        check: 'replay.changed',
        level: 'declared',
        confidence: 'confirmed',
        tool: 'get_total',
        path: '$.result.structuredContent.order.total',
        title: 'get_total: $.result.structuredContent.order.total was 42, is 43',
        expected: '42, as in exchange 2 of tape.jsonl',
        received: '43',
      },
    ]);
  });

  it('gives one fault one id, however often and with whatever values it shows', async () => {
    const [first, second] = [await idsOfChange(1, 2), await idsOfChange(3, 4)];
    expect(new Set([...first, ...second]).size).toBe(1);
  });

  it('says once that a result has become a tool error, and nothing of what stands inside', async () => {
    const then = await toolServer({ get_total: total(42) });
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    await talk.call('get_total');
    const now = await toolServer({ get_total: { readOnly: true, run: () => ({ toolError: 'out of order' }) } });
    const { findings } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(findings.map(({ title }) => title)).toEqual([
      'get_total: $.result.isError was a result with HTTP 200, is a tool error with HTTP 200',
    ]);
  });

  it('learns what is new on every call from repeats in the recording, and still sees a steady value change', async () => {
    const then = await toolServer(noisy('same'));
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    for (let i = 0; i < 3; i++) await talk.call('now');
    const tape = recordingOf(talk.exchanges, then.url);
    const same = await replayAt((await toolServer(noisy('same'))).url, [tape]);
    expect(same.counts).toEqual(counted({ recorded: 4, compared: 4, same: 4 }));
    const other = await replayAt((await toolServer(noisy('other'))).url, [tape]);
    expect(other.findings.map(({ path }) => path)).toEqual(Array(3).fill('$.result.structuredContent.steady'));
  });

  it('asks a call that only reads once more before it says that something changed', async () => {
    const nonce: Tool = { readOnly: true, run: () => ({ nonce: randomUUID() }) };
    const then = await toolServer({ nonce });
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    await talk.call('nonce');
    const now = await toolServer({ nonce });
    const { counts } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(counts).toEqual(counted({ recorded: 2, compared: 2, same: 2 }));
    expect(now.calls).toHaveLength(2);
  });

  it('never sends a write a second time, and then says what moved', async () => {
    const order: Tool = { run: () => ({ number: Math.random() }) };
    const then = await toolServer({ order });
    const talk = conversation(then.url);
    await talk.call('order');
    const now = await toolServer({ order });
    const { counts, findings } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)], {
      config: { allowWrites: true },
    });
    expect(now.calls).toHaveLength(1);
    expect(counts).toEqual(counted({ recorded: 1, compared: 1, changed: 1 }));
    expect(findings[0]?.path).toBe('$.result.structuredContent.number');
  });

  it('is quiet about what its owner declared volatile, in structured content and in its text alike', async () => {
    const order: Tool = { run: () => ({ number: Math.random() }) };
    const then = await toolServer({ order });
    const talk = conversation(then.url);
    await talk.call('order');
    const now = await toolServer({ order });
    const { counts } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)], {
      config: { allowWrites: true, volatile: ['$.result.structuredContent.number'] },
    });
    expect(counts).toEqual(counted({ recorded: 1, compared: 1, same: 1 }));
  });

  it('tells a difference that shows in one of two answers as flaky', async () => {
    const then = await toolServer({ get_total: total(42) });
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    await talk.call('get_total');
    let asked = 0;
    const now = await toolServer({
      get_total: {
        readOnly: true,
        run: (args, about) => (asked++ === 0 ? { toolError: 'busy' } : total(42).run(args, about)),
      },
    });
    const { findings } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(findings).toMatchObject([{ confidence: 'flaky', seen: '1/2' }]);
  });

  it('ends a server that dies on the way as a difference, and does not ask the dead', async () => {
    const then = await toolServer({ a: total(1), b: total(2), c: total(3) });
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    for (const name of ['a', 'b', 'c']) await talk.call(name);
    const now = await toolServer({
      a: total(1),
      b: { readOnly: true, run: (_args, { res }) => void res.destroy() },
      c: total(3),
    });
    const died = replayAt(now.url, [recordingOf(talk.exchanges, then.url)], {
      onEvent: (event) => {
        if (event.type === 'exchange' && event.exchange.outcome === 'truncated-by-server') void now.close();
      },
    });
    const { verdict, findings, counts } = await died;
    expect(verdict).toEqual({ kind: 'tested' });
    expect(findings[0]?.title).toBe('b: $.result was a result with HTTP 200, is no answer');
    expect(counts.recorded).toBe(4);
    expect(counts.changed).toBeGreaterThan(0);
  });

  it('is unreachable where nobody ever answered', async () => {
    const then = await toolServer({ get_total: total(42) });
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    await talk.call('get_total');
    await then.close();
    const { verdict, counts } = await replayAt(then.url, [recordingOf(talk.exchanges, then.url)]);
    expect(verdict.kind).toBe('unreachable');
    expect(counts).toEqual(counted({ recorded: 2, skipped: 2 }));
  });

  it('is inconclusive where nothing is recorded', async () => {
    const now = await toolServer({});
    const { verdict } = await replayAt(now.url, [recordingOf([], now.url)]);
    expect(verdict).toEqual({ kind: 'inconclusive', reason: 'nothing was compared: no request is recorded' });
  });

  it('accounts for what was left when it is interrupted', async () => {
    const then = await toolServer({ get_total: total(42) });
    const talk = conversation(then.url);
    for (let i = 0; i < 3; i++) await talk.ask('tools/list');
    const interrupted = new AbortController();
    const { verdict, counts } = await replayAt(then.url, [recordingOf(talk.exchanges, then.url)], {
      signal: interrupted.signal,
      onEvent: (event) => {
        if (event.type === 'exchange') interrupted.abort();
      },
    });
    expect(verdict).toEqual({ kind: 'interrupted' });
    expect(counts.recorded).toBe(3);
  });

  it('refuses a recording of another transport in one sentence', async () => {
    const now = await toolServer({});
    const tape = recordingOf([], 'node server.mjs', { target: { kind: 'stdio', name: 'node server.mjs' } });
    await expect(replayAt(now.url, [tape])).rejects.toThrow(/recorded over stdio.*--.*COMMAND/);
  });
});

const writingTools = (): Record<string, Tool> => ({
  create: { run: () => ({ ok: true }) },
  unmarked: { run: () => ({ fine: 1 }) },
  kinds: { readOnly: true, run: () => ({ kinds: ['a'] }) },
});

async function writingTape() {
  const then = await toolServer(writingTools());
  const talk = conversation(then.url);
  await talk.ask('tools/list');
  for (const name of ['create', 'kinds', 'unmarked']) await talk.call(name);
  return recordingOf(talk.exchanges, then.url);
}

describe('calls that may write', () => {
  it('are not sent without leave, counted as unsafe, and named with the key that would allow them', async () => {
    const now = await toolServer(writingTools());
    const { counts, leftOut } = await replayAt(now.url, [await writingTape()]);
    expect(now.calls.map(({ name }) => name)).toEqual(['kinds']);
    expect(counts).toEqual(counted({ recorded: 4, compared: 2, same: 2, unsafe: 2 }));
    expect(leftOut.map(({ n, what }) => [n, what])).toEqual([
      [2, 'create'],
      [4, 'unmarked'],
    ]);
    expect(leftOut[0]?.reason).toContain('tools.create.run or --allow-writes');
  });

  it('are sent where the owner allows one of them, or all', async () => {
    const [one, all] = [await toolServer(writingTools()), await toolServer(writingTools())];
    const unmarked = { run: true, dedupeBy: [] };
    await replayAt(one.url, [await writingTape()], { config: { tools: { unmarked } } });
    await replayAt(all.url, [await writingTape()], { config: { allowWrites: true } });
    expect(one.calls.map(({ name }) => name)).toEqual(['kinds', 'unmarked']);
    expect(all.calls.map(({ name }) => name)).toEqual(['create', 'kinds', 'unmarked']);
  });

  it('are not sent by --passive, and neither are reads', async () => {
    const now = await toolServer(writingTools());
    await replayAt(now.url, [await writingTape()], { config: { passive: true, allowWrites: true } });
    expect(now.calls).toEqual([]);
  });

  it('excuse a reading that shows what they would have made', async () => {
    const then = await toolServer(drafts());
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    await talk.call('create_draft', { title: 'One' });
    await talk.call('list_drafts');
    const now = await toolServer(drafts());
    const { counts, findings, leftOut } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(findings).toEqual([]);
    expect(counts).toEqual(counted({ recorded: 3, compared: 1, same: 1, unsafe: 1, skipped: 1 }));
    expect(leftOut.at(-1)?.reason).toContain('what exchange 2 made');
  });
});

const counter = (from: number, prefix = '') => {
  let next = from;
  return () => (prefix === '' ? next++ : `${prefix}${next++}`);
};

describe('values that the server minted', () => {
  it.each([
    ['uuids', randomUUID, randomUUID],
    ['numbers', counter(17), counter(401)],
    ['short handles', counter(1, 'd-'), counter(9, 'd-')],
    ['tokens', counter(100, 'ord_8f3k'), counter(500, 'ord_8f3k')],
  ])('are sent back as this run made them: %s', async (_kind, then, now) => {
    const before = await toolServer(drafts(then));
    const talk = conversation(before.url);
    await talk.ask('tools/list');
    const ids: unknown[] = [];
    for (const title of ['One', 'Two']) ids.push(structured(await talk.call('create_draft', { title }))['id']);
    for (const id of ids.toReversed()) await talk.call('get_draft', { id });
    await talk.call('list_drafts');
    const after = await toolServer(drafts(now));
    const { counts, findings } = await replayAt(after.url, [recordingOf(talk.exchanges, before.url)], {
      config: { allowWrites: true },
    });
    expect(findings.map(({ title }) => title)).toEqual([]);
    expect(counts).toEqual(counted({ recorded: 6, compared: 6, same: 6 }));
    const sent = after.calls.filter(({ name }) => name === 'get_draft').map(({ args }) => args['id']);
    expect(sent.some((id) => ids.includes(id))).toBe(false);
  });

  it('are no difference in an answer to a write where a later answer shows them again', async () => {
    const before = await toolServer(drafts());
    const talk = conversation(before.url);
    await talk.ask('tools/list');
    await talk.call('create_draft', { title: 'One' });
    await talk.call('list_drafts');
    const tape = recordingOf(talk.exchanges, before.url);
    const options = { config: { allowWrites: true } };
    expect((await replayAt((await toolServer(drafts())).url, [tape], options)).findings).toEqual([]);
    const { list_drafts: _, ...rest } = drafts();
    const other: Tool = { readOnly: true, run: () => ({ drafts: [{ id: randomUUID(), title: 'One' }] }) };
    const { findings } = await replayAt((await toolServer({ ...rest, list_drafts: other })).url, [tape], options);
    expect(findings.map(({ path }) => path)).toEqual(['$.result.structuredContent.drafts[0].id']);
  });

  it('must stay equal where they were equal', async () => {
    const before = await toolServer(drafts());
    const talk = conversation(before.url);
    await talk.ask('tools/list');
    const id = structured(await talk.call('create_draft', { title: 'One' }))['id'];
    await talk.call('get_draft', { id });
    const tape = recordingOf(talk.exchanges, before.url);
    const wrong = randomUUID();
    // Neither a fixed other id nor one that moves from call to call is the id of the draft.
    for (const idOf of [() => wrong, randomUUID]) {
      const get_draft: Tool = { readOnly: true, run: () => ({ id: idOf(), title: 'One' }) };
      const after = await toolServer({ ...drafts(), get_draft });
      const { findings } = await replayAt(after.url, [tape], { config: { allowWrites: true } });
      expect(findings.map(({ path }) => path)).toEqual(['$.result.structuredContent.id']);
    }
  });

  it('are a difference where they change their type, and what needs them is left out', async () => {
    const before = await toolServer(drafts());
    const talk = conversation(before.url);
    await talk.ask('tools/list');
    const id = structured(await talk.call('create_draft', { title: 'One' }))['id'];
    await talk.call('get_draft', { id });
    const after = await toolServer(drafts(() => null));
    const { findings, counts, leftOut } = await replayAt(after.url, [recordingOf(talk.exchanges, before.url)], {
      config: { allowWrites: true },
    });
    expect(findings.map(({ path }) => path)).toEqual(['$.result.structuredContent.id']);
    expect(counts).toEqual(counted({ recorded: 3, compared: 2, same: 1, changed: 1, skipped: 1 }));
    expect(leftOut[0]?.reason).toContain('it sends what create_draft (#2) gave then');
  });

  it('are never sent where the call that made them was not', async () => {
    const before = await toolServer(drafts());
    const talk = conversation(before.url);
    await talk.ask('tools/list');
    const id = structured(await talk.call('create_draft', { title: 'One' }))['id'];
    await talk.call('get_draft', { id });
    const after = await toolServer(drafts());
    const { counts } = await replayAt(after.url, [recordingOf(talk.exchanges, before.url)]);
    expect(after.calls).toEqual([]);
    expect(counts).toEqual(counted({ recorded: 3, compared: 1, same: 1, unsafe: 1, skipped: 1 }));
  });
});

describe('sessions of the legacy era', () => {
  const legacy = { era: 'legacy' } as const;

  async function opened(url: string) {
    const talk = conversation(url);
    const first = await talk.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {} }, legacy);
    const session = sessionHeaders(first, '2025-11-25');
    const notice = render({ era: 'legacy', path: '/mcp', method: 'notifications/initialized', session });
    await talk.send(notice, legacy);
    await talk.ask('tools/list', {}, { ...legacy, session });
    await talk.call('total', {}, { ...legacy, session });
    const end = { ...notice, method: 'DELETE', body: { bytes: Buffer.alloc(0) } };
    await talk.send(end, legacy);
    return talk;
  }

  it('are opened anew, and every request carries the id of this run', async () => {
    const then = await toolServer({ total: total(1) }, { sessions: true });
    const talk = await opened(then.url);
    const now = await toolServer({ total: total(1) }, { sessions: true });
    const { counts, findings } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(findings).toEqual([]);
    expect(counts).toEqual(counted({ recorded: 3, compared: 3, same: 3 }));
    expect(now.methods).toEqual(then.methods);
    expect(now.headerValues.filter((value) => value.includes('redacted'))).toEqual([]);
  });

  it.each([
    [true, false],
    [false, true],
  ])('follow a server that has changed its mind about session ids (%s, then %s)', async (before, after) => {
    const then = await toolServer({ total: total(1) }, { sessions: before });
    const talk = await opened(then.url);
    const now = await toolServer({ total: total(1) }, { sessions: after });
    const { counts } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(counts).toEqual(counted({ recorded: 3, compared: 3, same: 3 }));
  });
});

describe('credentials', () => {
  const writer: Principal = { name: 'writer', headers: [['Authorization', 'Bearer writer-token-Qm3Zk81vXc']] };
  const reader: Principal = { name: 'reader', headers: [['X-Api-Key', 'reader-key-T5rWn92hLp']] };
  const who: Tool = {
    readOnly: true,
    run: (_args, { headers }) => ({
      name: headers['authorization'] ? 'writer' : headers['x-api-key'] ? 'reader' : 'nobody',
    }),
  };

  async function tape() {
    const then = await toolServer({ who });
    const talk = conversation(then.url);
    await talk.ask('tools/list', {}, { as: writer });
    for (const as of [writer, reader]) await talk.call('who', {}, { as });
    return recordingOf(talk.exchanges, then.url);
  }

  it('come from the configured caller of the recorded name', async () => {
    const now = await toolServer({ who });
    const { counts } = await replayAt(now.url, [await tape()], { config: { principals: [writer, reader] } });
    expect(counts).toEqual(counted({ recorded: 3, compared: 3, same: 3 }));
  });

  it('are missed by name where nobody is configured, and their mask is never sent', async () => {
    const now = await toolServer({ who });
    const { counts, leftOut } = await replayAt(now.url, [await tape()], { config: { principals: [writer] } });
    expect(counts).toEqual(counted({ recorded: 3, compared: 2, same: 2, skipped: 1 }));
    expect(leftOut).toEqual([
      {
        n: 3,
        what: 'who',
        reason:
          'no credentials of principal reader: x-api-key is masked in the recording; configure a principal of that name, or let one stand for all by --principal NAME',
      },
    ]);
    expect(now.headerValues.filter((value) => value.includes('redacted'))).toEqual([]);
  });

  it('are those of one caller where it stands for all', async () => {
    const now = await toolServer({ who });
    const { findings } = await replayAt(now.url, [await tape()], {
      config: { principals: [writer] },
      standIn: 'writer',
    });
    expect(now.calls.every(({ headers }) => headers['authorization'] === 'Bearer writer-token-Qm3Zk81vXc')).toBe(true);
    expect(findings.map(({ title }) => title)).toEqual([
      'who: $.result.structuredContent.name was "reader", is "writer"',
    ]);
  });

  it('that stand in an argument leave the call out', async () => {
    const then = await toolServer({ who });
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    await talk.call('who', { password: 'correct-horse-7' });
    const now = await toolServer({ who });
    const { leftOut } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(leftOut[0]?.reason).toBe('a secret in its body is masked in the recording, and a mask is never sent');
    expect(now.calls).toEqual([]);
  });
});

const batch = (...names: string[]) => {
  const calls = names.map((name, i) => `{"jsonrpc":"2.0","id":${i},"method":"tools/call","params":{"name":"${name}"}}`);
  const request = render({ era: 'legacy', path: '/mcp', method: 'ping' });
  return { ...request, body: { bytes: Buffer.from(`[${calls.join(',')}]`) } };
};

describe('what is no answer to compare', () => {
  it('leaves out an aborted call, and its cancellation is not sent', async () => {
    const then = await toolServer({ total: total(1) });
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    const answered = await talk.call('total');
    const { response: _, ...gone } = { ...answered, outcome: 'aborted-by-client' as const, clientGoneAtMs: 5 };
    const cancel = render({ era: 'legacy', path: '/mcp', method: 'notifications/cancelled', params: { requestId: 2 } });
    await talk.send(cancel);
    const [list, , cancelled] = talk.exchanges;
    const now = await toolServer({ total: total(1) });
    const tape = recordingOf(
      [list, gone, cancelled].filter((one) => one !== undefined),
      then.url,
    );
    const { counts, leftOut } = await replayAt(now.url, [tape]);
    expect(counts).toEqual(counted({ recorded: 2, compared: 1, same: 1, skipped: 1 }));
    expect(leftOut[0]?.reason).toContain('its client gave up');
    expect(now.methods).toEqual(['tools/list']);
  });

  it('counts each request of a batch, and leaves a batch out whole where one of them may write', async () => {
    const tools = { total: total(1), write: { run: () => ({ ok: true }) } };
    const then = await toolServer(tools);
    const talk = conversation(then.url);
    await talk.ask('tools/list');
    await talk.send(batch('total', 'total'));
    await talk.send(batch('total', 'write'));
    const now = await toolServer({ ...tools, total: total(2) });
    const { counts } = await replayAt(now.url, [recordingOf(talk.exchanges, then.url)]);
    expect(counts).toEqual(counted({ recorded: 5, compared: 3, same: 1, changed: 2, unsafe: 2 }));
  });
});

describe('the finding of a difference', () => {
  it('is a recording that shows it again, with the calls that it builds on, and the same id', async () => {
    const before = await toolServer(drafts());
    const talk = conversation(before.url);
    await talk.ask('tools/list');
    const id = structured(await talk.call('create_draft', { title: 'One' }))['id'];
    await talk.call('get_draft', { id });
    const renamed = (): Record<string, Tool> => {
      const tools = drafts();
      const get = tools['get_draft'] as Tool;
      return {
        ...tools,
        get_draft: { readOnly: true, run: (args, about) => ({ ...(get.run(args, about) as object), extra: 1 }) },
      };
    };
    const options = { config: { allowWrites: true } };
    const first = await replayAt((await toolServer(renamed())).url, [recordingOf(talk.exchanges, before.url)], options);
    const told = first.events.find((event) => event.type === 'finding');
    if (told?.type !== 'finding') throw new Error('there is a finding');
    const target = { kind: 'http', name: before.url } as const;
    const file = fileOf(findingLines(told, { at: '2026-11-30T12:00:00.000Z', target }), `${told.finding.id}.jsonl`);

    const still = await replayAt((await toolServer(renamed())).url, [file], options);
    expect(still.counts).toEqual(counted({ recorded: 2, compared: 2, same: 1, changed: 1 }));
    expect(still.findings.map((finding) => finding.id)).toEqual([told.finding.id]);
    const fixed = await replayAt((await toolServer(drafts())).url, [file], options);
    expect(fixed.counts).toEqual(counted({ recorded: 2, compared: 2, same: 2 }));
  });
});
