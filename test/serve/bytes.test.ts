import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyOf, requestText, upstream } from '../proxy/helpers.js';
import { call, modern, parts, recorded, rpc, served } from './helpers.js';

const idOf = (text: string): string => /"id":("[^"]*"|[\d.]+)/.exec(text)?.[1] ?? 'null';

/** A server that answers a call as its tool's name says. */
const oddServer = () =>
  upstream(async (request, response) => {
    const text = await bodyOf(request);
    const id = idOf(text);
    const result = `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"é"}]}}`;
    const tool = /"name":"(\w+)"/.exec(text)?.[1];
    if (tool === 'exact') {
      response.writeHead(
        200,
        'Fine by me',
        ['Content-Type', 'application/json', 'X-Twice', 'a', 'X-TWICE', 'b', 'x-latin', '\xe9'].slice(),
      );
      response.end(` { "result" : {"n":9007199254740993,"n":1.0,"id":${id}}, "id" : ${id} , "jsonrpc":"2.0" }\n`);
    } else if (tool === 'refused') {
      response.writeHead(400, { 'Content-Type': 'application/json' });
      response.end(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32020,"message":"no"}}`);
    } else if (tool === 'events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(': hello\r\n\r\nid: 1\r\nretry: 10\r\ndata:\r\n\r\n');
      response.end(`data: {"jsonrpc":"2.0",\ndata: "id":${id},\ndata: "result":{}}\n\n`);
    } else if (tool === 'asks') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(`data: {"jsonrpc":"2.0","id":${id},"method":"sampling/createMessage","params":{}}\n\n`);
      response.end(`data: ${result}\n\n`);
    } else if (tool?.startsWith('coded')) {
      const coding = tool.slice('coded'.length);
      const encode = { gzip: zlib.gzipSync, br: zlib.brotliCompressSync, deflate: zlib.deflateSync }[coding];
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding });
      response.end(encode?.(result));
    } else if (tool === 'codedStream') {
      response.end();
    } else response.writeHead(202).end();
  });

describe('an answer that is served', () => {
  it('has the bytes, the head and the reason of the recorded one under the same id', async () => {
    const server = await oddServer();
    const requests = ['exact', 'refused', 'events', 'asks', 'codedgzip', 'codedbr', 'codeddeflate'].map((tool) =>
      call('5', tool),
    );
    const { recording, answers } = await recorded(server.url, requests);
    const stand = await served(recording);
    const again = [];
    for (const request of requests.toReversed()) again.unshift(await stand.ask(request));
    expect(again.map(parts)).toEqual(answers.map(parts));
    expect(stand.problems).toEqual([]);
  });

  it.each(['"mine"', '9007199254740993', '"\\u00e9"', '0', '""'])(
    'carries the token %s of its caller, every other byte as it was',
    async (id) => {
      const server = await oddServer();
      const tools = ['exact', 'events', 'asks', 'refused'];
      const { recording, answers } = await recorded(
        server.url,
        tools.map((tool) => call('5', tool)),
      );
      const stand = await served(recording);
      const bodies = [];
      for (const tool of tools) bodies.push(parts(await stand.ask(call(id, tool))).body);
      const [exact = '', events = '', asks = '', refused = ''] = answers.map((one) => parts(one).body);
      expect(bodies).toEqual([
        exact.replace('"id" : 5', `"id" : ${id}`),
        events.replace('"id":5', `"id":${id}`),
        asks.replace('"id":5,"result"', `"id":${id},"result"`),
        refused.replace('"id":5', `"id":${id}`),
      ]);
    },
  );

  it.each(['gzip', 'br', 'deflate'])('is compressed again with %s where its id had to change', async (coding) => {
    const server = await oddServer();
    const { recording } = await recorded(server.url, [call('5', `coded${coding}`)]);
    const stand = await served(recording);
    const answer = parts(await stand.ask(call('"x"', `coded${coding}`)));
    expect(answer.head).toContain(`Content-Encoding: ${coding}`);
    const decode = { gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync, deflate: zlib.inflateSync }[coding];
    expect(decode?.(Buffer.from(answer.body, 'latin1')).toString('utf8')).toBe(
      '{"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"é"}]}}',
    );
  });

  it('is found whatever the order of its members, and never by a number that is merely near', async () => {
    const server = await oddServer();
    const { recording } = await recorded(server.url, [call('1', 'exact', '{"a":1,"big":9007199254740993}')]);
    const stand = await served(recording);
    expect(await stand.ask(call('2', 'exact', '{"big":9007199254740993,"a":1.0}'))).toContain('Fine by me');
    expect(await stand.ask(call('3', 'exact', '{"a":1,"big":9007199254740992}'))).toContain('$.params.arguments.big');
    expect(stand.misses.map(({ reason }) => reason)).toEqual(['differs']);
  });

  it('is found whatever stands in the envelope', async () => {
    const server = await oddServer();
    const { recording } = await recorded(server.url, [call('1', 'exact', '{}', { meta: '{"traceparent":"00-1"}' })]);
    const stand = await served(recording);
    expect(await stand.ask(call('1', 'exact', '{}', { meta: '{"progressToken":4}' }))).toContain('Fine by me');
  });

  it('is an acknowledgement for a notification, recorded or not', async () => {
    const server = await oddServer();
    const { recording, answers } = await recorded(server.url, [rpc(undefined, 'notifications/initialized')]);
    const stand = await served(recording);
    expect(parts(await stand.ask(rpc(undefined, 'notifications/initialized')))).toEqual(parts(answers[0] ?? ''));
    expect(await stand.ask(rpc(undefined, 'notifications/other'))).toMatch(/^HTTP\/1\.1 202 /);
    expect(stand.misses).toEqual([]);
  });

  it('is a file or a form where the recorded client asked for one', async () => {
    const server = await upstream((request, response) => {
      request.resume();
      response.writeHead(request.method === 'OPTIONS' ? 204 : 200, { 'X-Asked': `${request.method} ${request.url}` });
      response.end(request.method === 'OPTIONS' ? undefined : Buffer.from([0, 255, 13, 10]));
    });
    const requests = [
      requestText({ method: 'GET', target: '/icon.png?v=1' }),
      requestText({ method: 'OPTIONS' }),
      requestText({ target: '/token', body: 'grant_type=x&code_verifier=one' }),
    ];
    const { recording, answers } = await recorded(server.url, requests);
    const stand = await served(recording);
    for (const [i, request] of requests.entries())
      expect(parts(await stand.ask(request))).toEqual(parts(answers[i] ?? ''));
    const otherForm = requestText({ target: '/token', body: 'grant_type=x&code_verifier=two' });
    expect(await stand.ask(otherForm)).toContain('X-Asked: POST /token');
    expect(await stand.ask(requestText({ method: 'GET', target: '/icon.png?v=2' }))).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('shows masks where secrets stood, under a true length, and says so once', async () => {
    const server = await upstream((request, response) => {
      request.resume();
      const body = '{"jsonrpc":"2.0","id":1,"result":{"access_token":"a-rather-long-secret-value-of-the-server"}}';
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
    });
    const { recording } = await recorded(server.url, [call('1', 'x')]);
    const stand = await served(recording);
    const answer = await stand.ask(call('22', 'x'));
    expect(parts(answer).body).toMatch(
      /^{"jsonrpc":"2.0","id":22,"result":{"access_token":"\[redacted:[0-9a-f]{16}\]"}}$/,
    );
    expect(answer).toContain(`Content-Length: ${parts(answer).body.length}\r\n`);
    expect(stand.problems).toEqual([expect.stringMatching(/^1 answer in .* served as they stand there/)]);
  });

  it('leads to the stand-in where the server pointed at itself', async () => {
    const server = await upstream((request, response) => {
      request.resume();
      response.writeHead(307, { Location: `http://127.0.0.1:${server.port}/other` }).end();
    });
    const { recording } = await recorded(server.url, [requestText({ method: 'GET' })]);
    const stand = await served(recording);
    const asked = requestText({ method: 'GET', headers: [`Host: localhost:${stand.port}`] });
    expect(await stand.ask(asked)).toContain(`Location: http://localhost:${stand.port}/other`);
  });
});

const batch = (one: string, two: string, name = 'a'): string =>
  requestText({
    headers: modern,
    body: `[{"jsonrpc":"2.0","id":${one},"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":${two},"method":"tools/call","params":{"name":"${name}"}}]`,
  });

describe('a batch', () => {
  it('is answered as it was, member by member under its own ids', async () => {
    const server = await upstream(async (request, response) => {
      await bodyOf(request);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('[{"jsonrpc":"2.0","id":2,"result":{"two":1}}, {"jsonrpc":"2.0","id":"1","result":{"one":1}}]');
    });
    const { recording } = await recorded(server.url, [batch('"1"', '2')]);
    const stand = await served(recording);
    expect(parts(await stand.ask(batch('2', '"1"'))).body).toBe(
      '[{"jsonrpc":"2.0","id":"1","result":{"two":1}}, {"jsonrpc":"2.0","id":2,"result":{"one":1}}]',
    );
    expect(JSON.parse(parts(await stand.ask(batch('7', '8', 'b'))).body)).toMatchObject([
      { id: 7, error: {} },
      { id: 8, error: {} },
    ]);
  });
});
