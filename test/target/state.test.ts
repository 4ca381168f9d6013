import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Config, Principal, StateAccess } from '../../src/config/config.js';
import type { Exchange } from '../../src/exchange/exchange.js';
import { stateReader, type ToolCall } from '../../src/target/state.js';
import { rawServer } from '../servers/raw-http.js';

const writer: Principal = { name: 'writer', headers: [] };
const reader: Principal = { name: 'reader', headers: [] };

const noTool: ToolCall = () => Promise.reject(new Error('no tool is called here'));

function readerOf(access: StateAccess, more: Partial<Config> = {}, callTool: ToolCall = noTool) {
  const ways = { state: { ...access, settleMs: 5 }, principals: [writer], timeoutMs: 20_000, insecure: false, ...more };
  const found = stateReader(ways, callTool);
  if (!found) throw new Error('no state reader');
  return found;
}

const answering =
  (result: unknown): ToolCall =>
  () =>
    Promise.resolve({
      request: {
        method: 'POST',
        path: '/',
        headers: [],
        body: { bytes: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/call"}') },
      },
      response: {
        headers: [],
        body: { bytes: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(result as object) })) },
        atMs: 1,
      },
    } as Partial<Exchange> as Exchange);

const respond = (status: string, body: string) => (socket: Socket) =>
  void socket.end(`HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);

const node = (program: string): StateAccess => ({ kind: 'command', command: [process.execPath, '-e', program] });

const tool = (principal?: string): StateAccess => ({
  kind: 'tool',
  name: 'list',
  arguments: {},
  ...(principal ? { principal } : {}),
});

describe('the state behind a URL', () => {
  it('is the JSON it answers with', async () => {
    const server = await rawServer(respond('200 OK', '{"drafts":[]}'));
    const state = readerOf({ kind: 'url', url: server.url, method: 'GET' });
    expect(await state.read()).toEqual({ drafts: [] });
    expect(server.received[0]).toMatch(/^GET \/mcp HTTP\/1\.1\r\n/);
    expect(state.settleMs).toBe(5);
  });

  it('is put back by a reset, whose answer may be empty', async () => {
    const server = await rawServer(respond('204 No Content', ''));
    const access = { kind: 'url', url: server.url, method: 'POST' } as const;
    await readerOf(access, { reset: access }).reset?.();
    expect(server.received[0]).toMatch(/^POST \/mcp HTTP\/1\.1\r\n/);
  });

  it.each([
    ['500 Oh No', '{}', /GET http:\S+ was answered with HTTP 500 Oh No$/],
    ['200 OK', '<html>', /gave something that is not JSON: "<html>"$/],
  ])('says what was asked and that %s %s came', async (status, body, why) => {
    const server = await rawServer(respond(status, body));
    await expect(readerOf({ kind: 'url', url: server.url, method: 'GET' }).read()).rejects.toThrow(why);
  });

  it('says why it could not be reached, without the query, which may hold a key', async () => {
    const read = readerOf({ kind: 'url', url: 'http://127.0.0.1:1/state?key=hunter22', method: 'GET' }).read();
    await expect(read).rejects.toThrow('GET http://127.0.0.1:1/state?…: connect ECONNREFUSED 127.0.0.1:1');
  });
});

describe('the state behind a command', () => {
  it('is the JSON it prints', async () => {
    expect(await readerOf(node('console.log(JSON.stringify({ n: 1 }))')).read()).toEqual({ n: 1 });
  });

  it.each([
    ['console.error("disk on fire"); process.exit(3)', /ended with code 3: disk on fire$/],
    ['console.log("hello")', /is not JSON: "hello\\n"$/],
  ])('says what came of %s', async (program, why) => {
    await expect(readerOf(node(program)).read()).rejects.toThrow(why);
  });

  it('says that it does not exist, or did not end in time', async () => {
    await expect(readerOf({ kind: 'command', command: ['no-such-command'] }).read()).rejects.toThrow(
      /no-such-command could not be run: .*ENOENT/,
    );
    await expect(readerOf(node('setTimeout(() => {}, 60_000)'), { timeoutMs: 100 }).read()).rejects.toThrow(
      'had not ended within 100 ms',
    );
  });
});

describe('the state behind a tool', () => {
  it.each([
    ['structured content', { result: { structuredContent: { n: 1 }, content: [] } }, { n: 1 }],
    ['JSON in a text', { result: { content: [{ type: 'text', text: '{"n":2}' }] } }, { n: 2 }],
    ['a text', { result: { content: [{ type: 'text', text: 'three' }] } }, 'three'],
  ])('is its %s', async (_, answer, expected) => {
    expect(await readerOf(tool(), {}, answering(answer)).read()).toEqual(expected);
  });

  it('is called as the principal that was named, one that was set aside too', async () => {
    const callers: (string | undefined)[] = [];
    const call: ToolCall = (name, args, as) => {
      callers.push(as?.name);
      return answering({ result: { structuredContent: {} } })(name, args, as);
    };
    await readerOf(tool(), { principals: [writer, reader] }, call).read();
    await readerOf(tool('reader'), { principals: [writer], setAside: [reader] }, call).read();
    expect(callers).toEqual(['writer', 'reader']);
  });

  it('says what came instead of a result', async () => {
    const refused = readerOf(tool(), {}, answering({ error: { code: -32602, message: 'Unknown tool' } })).read();
    await expect(refused).rejects.toThrow(/^the tool list answered with -32602: .*Unknown tool/);
    const failed = readerOf(tool(), {}, answering({ result: { isError: true, content: [] } })).read();
    await expect(failed).rejects.toThrow(/^the tool list answered with a tool error/);
  });
});

describe('stateReader', () => {
  it('is none where nothing is configured, and only resets where only a reset is', async () => {
    const ways = { principals: [writer], timeoutMs: 1000, insecure: false };
    expect(stateReader(ways, noTool)).toBeUndefined();
    const only = stateReader({ ...ways, reset: { kind: 'command', command: [process.execPath, '-e', ''] } }, noTool);
    await only?.reset?.();
    await expect(only?.read()).rejects.toThrow('key: state');
  });
});
