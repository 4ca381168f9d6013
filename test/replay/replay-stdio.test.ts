import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { initializeRequest } from '../../src/engine/session.js';
import { render } from '../../src/exchange/draft.js';
import { stdioTarget } from '../../src/target/stdio.js';
import { Conversation, counted, recordingOf, replayOn } from './helpers.js';

const main = fileURLToPath(new URL('../../examples/drafts-server/main.ts', import.meta.url));

function drafts(...args: string[]) {
  const target = stdioTarget({
    command: process.execPath,
    args: ['--import', import.meta.resolve('tsx'), main, '--stdio', '--delay-ms', '5', ...args],
    env: {},
  });
  onTestFinished(() => target.close());
  return target;
}

describe('a session over stdio', () => {
  it('is replayed in a fresh process, its handshake first', async () => {
    const then = drafts();
    const talk = new Conversation(then);
    const legacy = { era: 'legacy' } as const;
    await talk.send(initializeRequest('/'), legacy);
    await talk.send(render({ era: 'legacy', path: '/', method: 'notifications/initialized' }), legacy);
    await talk.ask('tools/list', {}, legacy);
    await talk.call('list_drafts', {}, legacy);
    await talk.call('create_draft', { title: 'T', body: 'B' }, legacy);
    const tape = recordingOf(talk.exchanges, then.name);

    const { counts, findings, leftOut } = await replayOn(drafts(), [tape]);
    expect(findings).toEqual([]);
    expect(counts).toEqual(counted({ recorded: 4, compared: 3, same: 3, unsafe: 1 }));
    expect(leftOut.map(({ what }) => what)).toEqual(['create_draft']);
  });

  it('finds what a tool list has lost', async () => {
    const then = drafts();
    const talk = new Conversation(then);
    await talk.ask('tools/list');
    const tape = recordingOf(talk.exchanges, then.name);
    const { findings } = await replayOn(drafts('--fault', 'publishes'), [tape]);
    expect(findings.map(({ path }) => path)).toEqual(['$.result.tools[1].inputSchema.properties.ready']);
  });

  it('that ends early is a difference, and the rest is left out', async () => {
    const server = fileURLToPath(new URL('../servers/line-server.mjs', import.meta.url));
    const target = () => {
      const made = stdioTarget({ command: process.execPath, args: [server], env: {} });
      onTestFinished(() => made.close());
      return made;
    };
    const then = target();
    const talk = new Conversation(then);
    const legacy = { era: 'legacy' } as const;
    const ask = (method: string, params = {}) => talk.ask(method, params, legacy);
    await ask('echo', { a: 1 });
    await ask('echo', { a: 2 });
    await ask('echo', { a: 3 });
    const [one, two, three] = talk.exchanges;
    if (!one || !two || !three) throw new Error('three exchanges');
    const die = render({ era: 'legacy', path: '/', idToken: '2', method: 'die', params: { code: 3 } });
    const tape = recordingOf([one, { ...two, request: die }, three], then.name);
    const { counts, findings, leftOut } = await replayOn(target(), [tape], { config: { allowWrites: true } });
    expect(counts).toEqual(counted({ recorded: 3, compared: 2, same: 1, changed: 1, skipped: 1 }));
    expect(findings[0]?.title).toBe('die: $.result was a result, is no answer');
    expect(leftOut[0]?.reason).toContain('the server was gone after exchange 2');
  });
});
