import { describe, expect, it } from 'vitest';
import { bodyOf, exchangeOnce, recorder, requestText, upstream } from '../proxy/helpers.js';
import { readRecording } from '../../src/recording/read.js';
import { parts, rpc, served } from './helpers.js';

const INITIALIZE = '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}';

const sessionOf = (answer: string): string => /mcp-session-id: (\S+)/i.exec(answer)?.[1] ?? '';
const inSession = (session: string): string[] => ['MCP-Protocol-Version: 2025-11-25', `Mcp-Session-Id: ${session}`];

const open = (clientInfo = '{"name":"c","version":"1"}'): string =>
  rpc('0', 'initialize', INITIALIZE.replace(/{"name.*}(?=})/, clientInfo), []);
const poll = (session: string, id = '1'): string => rpc(id, 'tools/call', '{"name":"poll"}', inSession(session));
const end = (session: string): string => requestText({ method: 'DELETE', headers: inSession(session) });

/** Two sessions, one after another: each polls twice and then ends, the answers tell which poll of which it was. */
async function recordedSessions() {
  const sessions = new Map<string, number>();
  const server = await upstream(async (request, response) => {
    const text = await bodyOf(request);
    const id = /"id":([^,]*)/.exec(text)?.[1];
    const session = String(request.headers['mcp-session-id']);
    if (text.includes('"initialize"')) {
      const made = `session-secret-${sessions.size}`;
      sessions.set(made, 0);
      response.writeHead(200, { 'Content-Type': 'application/json', 'Mcp-Session-Id': made });
      response.end(`{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"2025-11-25"}}`);
    } else if (request.method === 'DELETE') {
      response.writeHead(204).end();
    } else if (!sessions.has(session)) {
      response.writeHead(404).end();
    } else {
      const count = (sessions.get(session) ?? 0) + 1;
      sessions.set(session, count);
      const which = [...sessions.keys()].indexOf(session);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(`{"jsonrpc":"2.0","id":${id},"result":{"session":${which},"poll":${count}}}`);
    }
  });
  const proxy = await recorder(server.url);
  for (let i = 0; i < 2; i++) {
    const session = sessionOf(await exchangeOnce(proxy.port, open()));
    await exchangeOnce(proxy.port, poll(session));
    await exchangeOnce(proxy.port, poll(session));
    await exchangeOnce(proxy.port, poll('never-issued'));
    await exchangeOnce(proxy.port, end(session));
  }
  await proxy.close();
  return readRecording(proxy.file);
}

const resultOf = (answer: string): unknown => (JSON.parse(parts(answer).body) as { result?: unknown }).result;

describe('a session with the stand-in', () => {
  it('has an id of its own, and goes through the recorded session that was opened in its turn', async () => {
    const stand = await served(await recordedSessions());
    const [one, two] = [sessionOf(await stand.ask(open())), sessionOf(await stand.ask(open()))];
    expect(one).toMatch(/^[\x21-\x7e]{20,}$/);
    expect(one).not.toBe(two);
    expect(one + two).not.toMatch(/redacted|secret/);
    expect(resultOf(await stand.ask(poll(two)))).toEqual({ session: 1, poll: 1 });
    expect(resultOf(await stand.ask(poll(one)))).toEqual({ session: 0, poll: 1 });
    expect(resultOf(await stand.ask(poll(one)))).toEqual({ session: 0, poll: 2 });
    expect(resultOf(await stand.ask(poll(two)))).toEqual({ session: 1, poll: 2 });
    expect(stand.misses).toEqual([]);
  });

  it('begins anew for each client, however many there were in the recording', async () => {
    const stand = await served(await recordedSessions());
    for (let i = 0; i < 2; i++) await stand.ask(open());
    for (let i = 0; i < 2; i++) {
      const session = sessionOf(await stand.ask(open()));
      expect(resultOf(await stand.ask(poll(session)))).toEqual({ session: 1, poll: 1 });
      expect(resultOf(await stand.ask(poll(session)))).toEqual({ session: 1, poll: 2 });
    }
  });

  it('is unknown before it is opened and after it has ended', async () => {
    const stand = await served(await recordedSessions());
    const session = sessionOf(await stand.ask(open()));
    expect(await stand.ask(poll('made-up', '"q"'))).toMatch(/^HTTP\/1\.1 404 [^]*"id":"q","error"/);
    expect(await stand.ask(end(session))).toMatch(/^HTTP\/1\.1 204 /);
    expect(await stand.ask(poll(session))).toMatch(/^HTTP\/1\.1 404 /);
    expect(await stand.ask(requestText({ method: 'GET', headers: inSession(session) }))).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('is opened for a client that introduces itself otherwise', async () => {
    const stand = await served(await recordedSessions());
    expect(sessionOf(await stand.ask(open('{"name":"other","version":"2"}')))).not.toBe('');
    expect(await stand.ask(rpc('0', 'initialize', '{"protocolVersion":"2024-11-05"}', []))).toContain(
      '$.params.protocolVersion',
    );
  });

  it('is needed for what was only asked within one', async () => {
    const stand = await served(await recordedSessions());
    expect(await stand.ask(rpc('1', 'tools/call', '{"name":"poll"}', []))).toMatch(
      /^HTTP\/1\.1 400 [^]*within a session only/,
    );
  });
});

const whoami = (token?: string): string =>
  rpc('1', 'tools/call', '{"name":"whoami"}', token === undefined ? [] : [`Authorization: Bearer ${token}`]);

async function recordedCallers() {
  const server = await upstream(async (request, response) => {
    await bodyOf(request);
    const name = String(request.headers.authorization).replace('Bearer token-of-', '');
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(`{"jsonrpc":"2.0","id":1,"result":{"name":"${name}"}}`);
  });
  const proxy = await recorder(server.url);
  for (const name of ['alice', 'bob', 'alice']) await exchangeOnce(proxy.port, whoami(`token-of-${name}`));
  await proxy.close();
  return readRecording(proxy.file);
}

describe('two callers', () => {
  it('get the answers of one recorded caller each, whatever their tokens', async () => {
    const stand = await served(await recordedCallers());
    const names = [];
    for (const token of ['t1', 't2', 't2', 't1', 't1']) names.push(resultOf(await stand.ask(whoami(token))));
    expect(names).toEqual(['alice', 'bob', 'bob', 'alice', 'alice'].map((name) => ({ name })));
  });

  it('are not asked for credentials where an answer is recorded for somebody who had them', async () => {
    const server = await upstream(async (request, response) => {
      await bodyOf(request);
      if (request.headers.authorization === undefined) response.writeHead(401).end();
      else {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end('{"jsonrpc":"2.0","id":1,"result":{"name":"alice"}}');
      }
    });
    const proxy = await recorder(server.url);
    for (const token of [undefined, 'token-of-alice']) await exchangeOnce(proxy.port, whoami(token));
    await exchangeOnce(proxy.port, rpc('2', 'ping', undefined, []));
    await proxy.close();
    const stand = await served(readRecording(proxy.file));
    expect(resultOf(await stand.ask(whoami()))).toEqual({ name: 'alice' });
    expect(await stand.ask(rpc('2', 'ping', undefined, []))).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('need no credentials: without any, the answers come in their order', async () => {
    const stand = await served(await recordedCallers());
    const names = [];
    for (let i = 0; i < 3; i++) names.push(resultOf(await stand.ask(whoami())));
    expect(names).toEqual(['alice', 'bob', 'alice'].map((name) => ({ name })));
  });
});

const login = (password: string): string =>
  rpc('1', 'tools/call', `{"name":"login","arguments":{"password":"${password}","user":"u"}}`);

describe('a secret in the arguments', () => {
  it('does not hide the call: whatever stands in its place is taken for it, and the same for the same', async () => {
    const server = await upstream(async (request, response) => {
      const name = /"password":"(\w*)/.exec(await bodyOf(request))?.[1];
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(`{"jsonrpc":"2.0","id":1,"result":{"is":"${name?.slice(0, 3)}"}}`);
    });
    const proxy = await recorder(server.url);
    for (const password of ['onesecretword1', 'twosecretword2', 'onesecretword1'])
      await exchangeOnce(proxy.port, login(password));
    await proxy.close();
    const stand = await served(readRecording(proxy.file));
    const seen = [];
    for (const password of ['AAAA', 'BBBB', 'BBBB', 'AAAA']) seen.push(resultOf(await stand.ask(login(password))));
    expect(seen).toEqual([{ is: 'one' }, { is: 'two' }, { is: 'two' }, { is: 'one' }]);
    expect(await stand.ask(login('AAAA').replace('"user":"u"', '"user":"v"'))).toContain('$.params.arguments.user');
    expect(JSON.stringify(stand.misses)).not.toContain('secretword');
  });
});
