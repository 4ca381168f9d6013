import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textOf, type Request } from '../../src/exchange/exchange.js';
import { stdioTarget } from '../../src/target/stdio.js';
import type { SendOptions, Target } from '../../src/target/target.js';

const server = fileURLToPath(new URL('../servers/line-server.mjs', import.meta.url));
const options: SendOptions = { as: null, era: 'modern', channel: 'modern', timeoutMs: 20_000 };

function start(more: { command?: string; env?: Record<string, string> } = {}): Target {
  const target = stdioTarget({ command: process.execPath, args: [server], env: {}, ...more });
  onTestFinished(() => target.close());
  return target;
}

const line = (text: string): Request => ({
  method: 'POST',
  path: '/',
  headers: [],
  body: { bytes: Buffer.from(text) },
});
const call = (id: number | string, method: string, params: object = {}): Request =>
  line(JSON.stringify({ jsonrpc: '2.0', id, method, params }));

const send = (target: Target, request: Request, more: Partial<SendOptions> = {}) =>
  target.send(request, { ...options, ...more }).exchange;

const resultOf = async (
  target: Target,
  request: Request,
  more: Partial<SendOptions> = {},
): Promise<Record<string, unknown>> => {
  const { response } = await send(target, request, more);
  return (JSON.parse(response ? textOf(response.body) : '{}') as { result: Record<string, unknown> }).result;
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a request over stdio', () => {
  it('is one line, and its answer is the line with its id', async () => {
    const target = start();
    const exchange = await send(target, call(1, 'echo', { text: 'a\u2028b' }));
    expect(exchange).toMatchObject({
      transport: 'stdio',
      from: 'client',
      outcome: 'ok',
      connection: 1,
      n: 1,
      principal: 'anonymous',
    });
    expect(exchange.response?.body.bytes.toString()).toBe('{"jsonrpc":"2.0","id":1,"result":{"text":"a\u2028b"}}');
    expect(exchange.response?.status).toBeUndefined();
  });

  it('is matched by its id, whatever the order of the answers', async () => {
    const target = start();
    const first = send(target, call(1, 'hold', { of: 'one' }));
    const second = send(target, call('1', 'hold', { of: 'text one' }));
    await send(target, call(2, 'release'));
    expect((await first).response?.body.bytes.toString()).toContain('"of":"one"');
    expect((await second).response?.body.bytes.toString()).toContain('"of":"text one"');
  });

  it('is matched in order where its id is in flight twice', async () => {
    const target = start();
    const first = send(target, call(1, 'hold', { of: 'first' }));
    const second = send(target, call(1, 'hold', { of: 'second' }));
    await send(target, call(2, 'release'));
    // The server answered the second one first: nothing but the order can tell.
    expect((await first).response?.body.bytes.toString()).toContain('second');
    expect((await second).response?.body.bytes.toString()).toContain('first');
  });

  it('that is no JSON gets the error that names no id', async () => {
    const target = start();
    expect(await send(target, line('{"jsonrpc":'))).toMatchObject({ outcome: 'protocol-error' });
  });

  it('that is a batch gets the batch', async () => {
    const target = start();
    const { response } = await send(
      target,
      line('[{"jsonrpc":"2.0","id":1,"method":"echo"},{"jsonrpc":"2.0","id":2,"method":"echo"}]'),
    );
    expect(JSON.parse(response?.body.bytes.toString() ?? '')).toHaveLength(2);
  });

  it('is done once it is written, where it is a notification', async () => {
    const target = start();
    const exchange = await send(target, line('{"jsonrpc":"2.0","method":"notifications/initialized"}'));
    expect(exchange).toMatchObject({ outcome: 'ok' });
    expect(exchange.response).toBeUndefined();
  });

  it('that is not answered in time is no result, and the process lives on', async () => {
    const target = start();
    expect(await send(target, call(1, 'silent'), { timeoutMs: 50 })).toMatchObject({
      outcome: 'no-result',
      error: 'no answer within 50 ms',
    });
    expect((await send(target, call(2, 'echo'))).outcome).toBe('ok');
    expect(target.ends).toEqual([]);
  });

  it('that its caller abandons sends nothing, and a late answer is kept as unasked', async () => {
    const target = start();
    const flight = target.send(call(7, 'hold', { late: true }), options);
    await flight.sent;
    flight.abort();
    expect(await flight.exchange).toMatchObject({ outcome: 'aborted-by-client' });
    await send(target, call(8, 'release'));
    expect(target.unasked?.map(({ exchange }) => exchange.request.body.bytes.toString())).toEqual([
      '{"jsonrpc":"2.0","id":7,"result":{"late":true}}',
    ]);
  });
});

describe('what a server says unasked', () => {
  it('is kept: requests with our reply, notifications, and lines that are no JSON-RPC', async () => {
    const target = start();
    const { replies } = await resultOf(target, call(1, 'ask'));
    expect(replies).toEqual([
      { jsonrpc: '2.0', id: 's-1', result: {} },
      { jsonrpc: '2.0', id: 's-2', error: { code: -32601, message: expect.any(String) as string } },
    ]);
    expect(target.unasked?.map(({ channel, exchange: { from, outcome } }) => ({ channel, from, outcome }))).toEqual([
      { channel: 'modern', from: 'server', outcome: 'ok' },
      { channel: 'modern', from: 'server', outcome: 'protocol-error' },
      { channel: 'modern', from: 'server', outcome: 'ok' },
    ]);
    await send(target, call(2, 'stray'));
    expect(target.stray.map(({ bytes }) => bytes.toString())).toEqual(['Listening on stdio…']);
  });
});

describe('a process', () => {
  it('is started once for each channel, with the environment that was configured', async () => {
    const target = start({ env: { SHAKEDOWN_TEST: 'here' } });
    const pids = await Promise.all(
      ['legacy', 'modern', 'modern'].map((channel) => resultOf(target, call(1, 'pid'), { channel })),
    );
    expect(new Set(pids.map(({ pid }) => pid)).size).toBe(2);
    expect(await resultOf(target, call(2, 'env', { name: 'SHAKEDOWN_TEST' }))).toEqual({ value: 'here' });
  });

  it('that ends cuts what is in flight, says how, and the next request meets a fresh one', async () => {
    const target = start();
    const waiting = send(target, call(1, 'silent'));
    const exchanges = await Promise.all([waiting, send(target, call(2, 'die', { code: 3 }))]);
    for (const exchange of exchanges) {
      expect(exchange.outcome).toBe('truncated-by-server');
      expect(exchange.error).toBe('the process ended with code 3; the end of its stderr: the roof is on fire');
    }
    expect(target.ends).toEqual([{ channel: 'modern', code: 3, signal: null }]);
    expect(await send(target, call(3, 'echo'))).toMatchObject({ outcome: 'ok', connection: 2 });
  });

  it('that cannot be started is unreachable, with the reason', async () => {
    const target = start({ command: 'no-such-command-anywhere' });
    const flight = target.send(call(1, 'echo'), options);
    await flight.sent;
    expect(await flight.exchange).toMatchObject({
      outcome: 'unreachable',
      error: expect.stringContaining('ENOENT') as string,
    });
    expect(target.ends).toEqual([]);
  });

  it('goes when its input is closed', async () => {
    const target = start();
    const { pid } = await resultOf(target, call(1, 'pid'));
    await target.restart('modern');
    expect(isAlive(pid as number)).toBe(false);
    expect(target.ends).toEqual([{ channel: 'modern', code: 0, signal: null, asked: 'went' }]);
    expect((await resultOf(target, call(1, 'pid')))['pid']).not.toBe(pid);
  });

  it('that does not go is killed, with what it started', async () => {
    const holders: Promise<unknown>[] = [];
    const listener = net.createServer((socket) => {
      socket.resume().on('error', () => undefined);
      holders.push(once(socket, 'close'));
    });
    onTestFinished(() => void listener.close());
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const target = start();
    const both = new Promise<void>((resolve) => {
      listener.on('connection', () => holders.length === 2 && resolve());
    });
    await send(target, call(1, 'ignore-eof', { port: (listener.address() as AddressInfo).port }));
    await both;
    await target.close();
    await Promise.all(holders);
    expect(target.ends).toMatchObject([{ channel: 'modern', asked: 'killed' }]);
  });
});
