import { describe, expect, it } from 'vitest';
import { bodyOf, requestText, upstream } from '../proxy/helpers.js';
import { call, modern, parts, recorded, rpc, served } from './helpers.js';

/** A server that counts how often it was asked. */
const counting = () => {
  let count = 0;
  return upstream(async (request, response) => {
    await bodyOf(request);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(`{"jsonrpc":"2.0","id":1,"result":{"count":${++count}}}`);
  });
};

const messageOf = (answer: string): unknown => JSON.parse(parts(answer).body);

describe('answers to the same call', () => {
  it('come in their order, and the last one again when they are used up', async () => {
    const { recording } = await recorded((await counting()).url, [call('1', 'a'), call('2', 'b'), call('3', 'a')]);
    const stand = await served(recording);
    const counts = [];
    for (const tool of ['b', 'a', 'a', 'a', 'b'])
      counts.push(/"count":(\d)/.exec(await stand.ask(call('1', tool)))?.[1]);
    expect(counts).toEqual(['2', '1', '3', '3', '2']);
    expect([stand.answered, stand.missed]).toEqual([5, 0]);
  });

  it('are refused when they are used up and an error was asked for', async () => {
    const { recording } = await recorded((await counting()).url, [call('1', 'a'), call('2', 'a')]);
    const stand = await served(recording, { exhausted: 'error' });
    for (let i = 0; i < 2; i++) expect(await stand.ask(call('1', 'a'))).toContain('"count"');
    expect(messageOf(await stand.ask(call('"z"', 'a')))).toEqual({
      jsonrpc: '2.0',
      id: 'z',
      error: {
        code: -32603,
        message: 'Not in the recording: tools/call a was answered 2 times, and every answer is used up.',
        data: { reason: 'used-up', method: 'tools/call', name: 'a', recorded: 2 },
      },
    });
  });
});

describe('a request that was not recorded', () => {
  it('is told where the nearest recorded one differs', async () => {
    const { recording } = await recorded((await counting()).url, [
      call('1', 'a', '{"job":{"id":"j1","kind":"x"}}'),
      call('2', 'a', '{"job":{"id":"j9","kind":"y"}}'),
    ]);
    const stand = await served(recording);
    const answer = await stand.ask(call('9007199254740993', 'a', '{"job":{"id":"j2","kind":"y"}}'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"id":9007199254740993,');
    expect(messageOf(answer)).toMatchObject({
      error: {
        code: -32603,
        message:
          'Not in the recording: tools/call a was recorded 2 times, each time otherwise; the nearest, exchange 2, differs at $.params.arguments.job.id.',
        data: { nearest: { exchange: 2, path: '$.params.arguments.job.id', recorded: 'j9', sent: 'j2' } },
      },
    });
    expect(stand.misses).toMatchObject([{ reason: 'differs', method: 'tools/call', name: 'a' }]);
    expect(stand.misses[0]?.message).not.toContain('j2');
  });

  it('is never seen where its tool was never called, and a method not found where its method was not', async () => {
    const { recording } = await recorded((await counting()).url, [call('1', 'a')]);
    const stand = await served(recording);
    expect(messageOf(await stand.ask(call('1', 'other')))).toMatchObject({
      error: { code: -32603, data: { reason: 'never-seen', name: 'other', recordedNames: ['a'] } },
    });
    const unknown = await stand.ask(rpc('1', 'prompts/list', '{}', modern));
    expect(unknown).toMatch(/^HTTP\/1\.1 404 /);
    expect(messageOf(unknown)).toMatchObject({ error: { code: -32601, data: { reason: 'never-seen' } } });
    expect(await stand.ask(rpc('1', 'prompts/list', '{}', []))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is no sign of the modern era where nothing modern was recorded', async () => {
    const { recording } = await recorded((await counting()).url, [rpc('1', 'ping', undefined, [])]);
    const stand = await served(recording);
    expect(await stand.ask(rpc('1', 'server/discover', '{}', modern))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is answered at once, whatever the pace', async () => {
    const { recording } = await recorded((await counting()).url, [call('1', 'a')]);
    const stand = await served(recording, { pace: 0.001 });
    expect(await stand.ask(call('1', 'b'))).toContain('never seen');
  });

  it('is refused without harm where it is no JSON-RPC at all', async () => {
    const { recording } = await recorded((await counting()).url, [call('1', 'a')]);
    const stand = await served(recording);
    expect(messageOf(await stand.ask(requestText({ body: '{"jsonrpc":' })))).toMatchObject({ error: { code: -32700 } });
    expect(messageOf(await stand.ask(requestText({ body: '[]' })))).toMatchObject({ error: { code: -32600 } });
    expect(await stand.ask(requestText({ method: 'GET', headers: ['Accept: text/event-stream'] }))).toMatch(/ 405 /);
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect(await stand.ask(call('5', 'a', deep))).toContain('"error"');
    expect(await stand.ask(call('1', 'a'))).toContain('"count":1');
    expect(stand.problems).toEqual([]);
  });
});
