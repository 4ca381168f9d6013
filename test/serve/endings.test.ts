import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { connect, recorder, requestText, upstream } from '../proxy/helpers.js';
import { readRecording } from '../../src/recording/read.js';
import { rawServer } from '../servers/raw-http.js';
import { call, parts, recorded, served } from './helpers.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** What a server writes before it closes the connection. */
const cuts: readonly (readonly [string, string])[] = [
  ['in the middle of a body', `${HEAD}Content-Length: 100\r\n\r\n{"jsonrpc":"2.0","id":1,"result":{"a":`],
  ['after its head', `${HEAD}Content-Length: 100\r\n\r\n`],
  [
    'in the middle of a stream',
    'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: {}\n\r\n8\r\n\ndata: {\r\n',
  ],
  [
    'after the answer, before the end of its stream',
    'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n2d\r\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n\n\r\n',
  ],
];

const lengthOf = (answer: string): string | undefined => /\r\nContent-Length: (\d+)/.exec(answer)?.[1];

describe('an answer that was cut', () => {
  it.each(cuts)('%s is cut there again', async (_where, text) => {
    const server = await rawServer((socket) => socket.end(text));
    const { recording, answers } = await recorded(server.url, [call('1', 'x')]);
    const stand = await served(recording);
    const again = await stand.ask(call('1', 'x'));
    expect(parts(again)).toEqual(parts(answers[0] ?? ''));
    expect(lengthOf(again)).toBe(lengthOf(answers[0] ?? ''));
    expect(again.endsWith('0\r\n\r\n')).toBe(false);
  });

  it('keeps what was to come after it when its id becomes longer', async () => {
    const server = await rawServer((socket) => socket.end(cuts[0]?.[1] ?? ''));
    const { recording } = await recorded(server.url, [call('1', 'x')]);
    const stand = await served(recording);
    const again = await stand.ask(call('"longer"', 'x'));
    expect(again).toContain('Content-Length: 107\r\n');
    expect(again).toMatch(/\{"jsonrpc":"2\.0","id":"longer","result":\{"a":$/);
  });

  it('is a closed connection where no answer came at all', async () => {
    const server = await rawServer((socket) => socket.destroy());
    const { recording } = await recorded(server.url, [call('1', 'x')]);
    const stand = await served(recording);
    expect(await stand.ask(call('1', 'x'))).toBe('');
  });
});

describe('a call that its client gave up', () => {
  it('is met with silence for as long as it was, and then with a closed connection', async () => {
    const server = await upstream((request) => void request.resume());
    const proxy = await recorder(server.url);
    const client = connect(proxy.port);
    client.socket.write(requestText({ body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }));
    await expect.poll(() => server.requests.length).toBe(1);
    client.socket.destroy();
    await expect.poll(() => proxy.exchanges).toBe(1);
    await proxy.close();
    const stand = await served(readRecording(proxy.file));
    const startedAt = performance.now();
    expect(await stand.ask(requestText({ body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }))).toBe('');
    expect(performance.now() - startedAt).toBeGreaterThan(900);
  });
});

describe('a stand-in that is closed', () => {
  it('lets go of the streams that are open', async () => {
    const server = await upstream((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
    });
    const proxy = await recorder(server.url);
    const recording = connect(proxy.port);
    recording.socket.write(requestText({ method: 'GET', headers: ['Accept: text/event-stream'] }));
    await recording.sees('list_changed');
    await proxy.close();
    const stand = await served(readRecording(proxy.file));
    const client = connect(stand.port);
    client.socket.write(requestText({ method: 'GET', headers: ['Accept: text/event-stream'] }));
    await client.sees('list_changed');
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.socket.destroyed).toBe(false);
    const closed = once(client.socket, 'close');
    await stand.close();
    await closed;
    expect(client.received()).not.toMatch(/0\r\n\r\n$/);
  });
});
