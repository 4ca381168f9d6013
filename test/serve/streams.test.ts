import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyOf, connect, exchangeOnce, recorder, requestText, upstream } from '../proxy/helpers.js';
import { readRecording } from '../../src/recording/read.js';
import { call, parts, recorded, rpc, served } from './helpers.js';

const note = (method: string, params: string): string =>
  `data: {"jsonrpc":"2.0","method":"${method}","params":${params}}\n\n`;
const stream = { 'Content-Type': 'text/event-stream' };
const get = requestText({ method: 'GET', headers: ['Accept: text/event-stream'] });

const progress = (token: string): string => note('notifications/progress', `{"progressToken":${token},"progress":1}`);
const result = (id: string): string => `data: {"jsonrpc":"2.0","id":${id},"result":{"progressToken":7}}\n\n`;
const subscribed = (token: string): string => `{"_meta":{"io.modelcontextprotocol/subscriptionId":${token}}}`;
const listen = (token: string): string => rpc(token, 'subscriptions/listen', '{"notifications":{}}');
const ping = (id: string): string =>
  requestText({ target: '/messages?key=1', body: `{"jsonrpc":"2.0","id":${id},"method":"ping"}` });

describe('progress', () => {
  it('names the token of the caller who asked for it', async () => {
    const server = await upstream(async (request, response) => {
      await bodyOf(request);
      response.writeHead(200, stream);
      response.end(progress('7') + progress('"foreign"') + result('1'));
    });
    const { recording } = await recorded(server.url, [call('1', 'slow', '{}', { meta: '{"progressToken":7}' })]);
    const stand = await served(recording);
    const answer = await stand.ask(call('2', 'slow', '{}', { meta: '{"progressToken":"mine"}' }));
    expect(parts(answer).body).toBe(progress('"mine"') + progress('"foreign"') + result('2'));
    const without = await stand.ask(call('3', 'slow'));
    expect(parts(without).body).toBe(progress('7') + progress('"foreign"') + result('3'));
  });

  it('is read out of a compressed stream, event by event', async () => {
    const server = await upstream(async (request, response) => {
      await bodyOf(request);
      response.writeHead(200, { ...stream, 'Content-Encoding': 'gzip' });
      response.end(zlib.gzipSync(progress('7') + result('1')));
    });
    const request = call('1', 'slow', '{}', { meta: '{"progressToken":7}' });
    const { recording, answers } = await recorded(server.url, [request]);
    const stand = await served(recording);
    expect(parts(await stand.ask(request))).toEqual(parts(answers[0] ?? ''));
    const other = parts(await stand.ask(call('2', 'slow', '{}', { meta: '{"progressToken":8}' })));
    expect(zlib.gunzipSync(Buffer.from(other.body, 'latin1')).toString()).toBe(progress('8') + result('2'));
  });
});

describe('a subscription', () => {
  it('is told of everything under the id of its own request, and stays open', async () => {
    const server = await upstream(async (request, response) => {
      await bodyOf(request);
      response.writeHead(200, stream);
      response.write(note('notifications/subscriptions/acknowledged', subscribed('1')));
      response.write(note('notifications/tools/list_changed', subscribed('1')));
    });
    const proxy = await recorder(server.url);
    const client = connect(proxy.port);
    client.socket.write(listen('1'));
    await client.sees('list_changed');
    client.socket.destroy();
    await expect.poll(() => proxy.exchanges).toBe(1);
    await proxy.close();
    const stand = await served(readRecording(proxy.file));
    const again = connect(stand.port);
    again.socket.write(listen('"sub"'));
    await again.sees('list_changed');
    expect(again.received()).toContain('"io.modelcontextprotocol/subscriptionId":"sub"');
    expect(again.received()).not.toContain('subscriptionId":1');
    expect(again.socket.destroyed).toBe(false);
  });
});

describe('streams that a client opened with GET', () => {
  it('come in their order, each with the end that it had', async () => {
    let count = 0;
    const server = await upstream((request, response) => {
      request.resume();
      response.writeHead(200, stream);
      response.end(`id: ${++count}\n${note('notifications/message', `{"n":${count}}`)}: bye\n\n`);
    });
    const { recording, answers } = await recorded(server.url, [get, get]);
    const stand = await served(recording);
    expect(parts(await stand.ask(get))).toEqual(parts(answers[0] ?? ''));
    expect(parts(await stand.ask(get))).toEqual(parts(answers[1] ?? ''));
    expect(parts(await stand.ask(get))).toEqual(parts(answers[1] ?? ''));
  });

  it('hold an answer back until its request has been asked, as in the transport of 2024', async () => {
    let open: { write(text: string): unknown } | undefined;
    const server = await upstream(async (request, response) => {
      const text = await bodyOf(request);
      if (request.method === 'GET') {
        open = response.writeHead(200, stream);
        response.write(`event: endpoint\ndata: http://127.0.0.1:${server.port}/messages?key=1\n\n`);
      } else {
        response.writeHead(202).end('Accepted');
        const id = /"id":([^,]*)/.exec(text)?.[1];
        open?.write(`event: message\ndata: {"jsonrpc":"2.0","id":${id},"result":{}}\n\n`);
      }
    });
    const proxy = await recorder(server.url);
    const client = connect(proxy.port);
    client.socket.write(get);
    await client.sees('endpoint');
    await exchangeOnce(proxy.port, ping('1'));
    await client.sees('"result"');
    await proxy.close();

    const stand = await served(readRecording(proxy.file));
    const again = connect(stand.port);
    again.socket.write(get.replace('Host: localhost', `Host: 127.0.0.1:${stand.port}`));
    await again.sees(`data: http://127.0.0.1:${stand.port}/messages?key=1`);
    expect(again.received()).not.toContain('"result"');
    expect(await stand.ask(ping('"own"'))).toContain('Accepted');
    await again.sees('"id":"own"');
  });
});
