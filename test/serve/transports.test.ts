import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeLine } from '../../src/recording/codec.js';
import type { RecordingLine } from '../../src/recording/format.js';
import { RecordingAssembler, type Recording } from '../../src/recording/recording.js';
import { LineTap } from '../../src/proxy/line-tap.js';
import { readRecording } from '../../src/recording/read.js';
import { callPinned } from '../../src/target/sdk-client.js';
import type { Era } from '../../src/mcp/eras.js';
import type { Miss } from '../../src/serve/miss.js';
import { serveStdio, type ServeStdioOptions } from '../../src/serve/serve-stdio.js';
import { connect, requestText } from '../proxy/helpers.js';
import { HEADER } from '../recording/exchanges.js';
import { parts, rpc, served } from './helpers.js';

const committed = (era: Era): string =>
  fileURLToPath(new URL(`../../recordings/drafts-${era}/session.jsonl`, import.meta.url));

/** A recording of what crossed a stdio channel: `>` from the client, `<` from the server, a millisecond each. */
function stdioRecording(lines: readonly string[]): Recording {
  const written: RecordingLine[] = [];
  let clockMs = Date.parse(HEADER.at);
  const tap = new LineTap({
    principal: 'anonymous',
    bodyBytesMax: 1_000_000,
    now: () => new Date(clockMs).toISOString(),
    clockMs: () => clockMs,
    write: (more) => void written.push(...more),
    onEnd: () => undefined,
  });
  for (const line of lines) {
    clockMs += 10;
    tap.line(line.startsWith('>') ? 'client' : 'server', Buffer.from(line.slice(1)));
  }
  tap.close('the server ended before it had answered');
  const assembler = new RecordingAssembler('tape.jsonl');
  const header: RecordingLine = { ...HEADER, target: { kind: 'stdio', name: 'node server.mjs' } };
  const close: RecordingLine = { type: 'close', at: HEADER.at, exchanges: tap.exchanges };
  for (const line of [header, ...written, close]) assembler.add(Buffer.from(encodeLine(line)));
  return assembler.result();
}

/** A stand-in over stdio with a client's hands on it. */
function onStdio(recording: Recording | string, more: Partial<ServeStdioOptions> = {}) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let said = '';
  stdout.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
  const misses: Miss[] = [];
  const server = serveStdio({ recording, stdin, stdout, onMiss: (miss) => misses.push(miss), ...more });
  onTestFinished(() => server.stop());
  return {
    misses,
    ended: server.ended,
    send: (line: string) => void stdin.write(`${line}\n`),
    /** Closes the client's end; gives every line that was said. */
    async rest(): Promise<string[]> {
      stdin.end();
      await server.ended;
      return said.split('\n').slice(0, -1);
    },
  };
}

const LIST = '"method":"tools/list","params":{"_meta":{"progressToken":1}}';
const SESSION = [
  '<starting up',
  '>{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
  '<{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}}',
  '>{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '<{"jsonrpc":"2.0","id":0,"method":"roots/list"}',
  '>{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}',
  `>{"jsonrpc":"2.0","id":1,${LIST}}`,
  '<{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
  '<{ "jsonrpc":"2.0","id":1 ,"result":{"tools":[],"n":1.0}}',
  '<{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
];

describe('a recording of a stdio server', () => {
  it('is said again over stdio, line by line, with what the server said of its own accord', async () => {
    const stand = onStdio(stdioRecording(SESSION));
    stand.send('{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25"}}');
    stand.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    stand.send('{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}');
    stand.send('{"jsonrpc":"2.0","id":"b","method":"tools/list","params":{"_meta":{"progressToken":"t"}}}');
    expect(await stand.rest()).toEqual([
      'starting up',
      '{"jsonrpc":"2.0","id":"a","result":{"protocolVersion":"2025-11-25"}}',
      '{"jsonrpc":"2.0","id":0,"method":"roots/list"}',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}',
      '{ "jsonrpc":"2.0","id":"b" ,"result":{"tools":[],"n":1.0}}',
      '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
    ]);
    expect(stand.misses).toEqual([]);
  });

  it('is served over HTTP: JSON answers, streams where messages go with them, the rest on the GET stream', async () => {
    const stand = await served(stdioRecording(SESSION));
    expect(stand.url).toBe(`http://127.0.0.1:${stand.port}/mcp`);
    const opened = await stand.ask(rpc('7', 'initialize', '{"protocolVersion":"2025-11-25"}', []));
    expect(parts(opened)).toMatchObject({ body: '{"jsonrpc":"2.0","id":7,"result":{"protocolVersion":"2025-11-25"}}' });
    const session = [`Mcp-Session-Id: ${/mcp-session-id: (\S+)/i.exec(opened)?.[1]}`];
    expect(await stand.ask(rpc(undefined, 'notifications/initialized', undefined, session))).toMatch(/ 202 /);
    const listed = parts(await stand.ask(rpc('"b"', 'tools/list', '{"_meta":{"progressToken":5}}', session)));
    expect(listed.head).toContain('Content-Type: text/event-stream');
    expect(listed.body).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":5,"progress":1}}\n\n' +
        'event: message\ndata: { "jsonrpc":"2.0","id":"b" ,"result":{"tools":[],"n":1.0}}\n\n',
    );
    const client = connect(stand.port);
    client.socket.write(requestText({ method: 'GET', headers: ['Accept: text/event-stream', ...session] }));
    await client.sees('roots/list');
    await client.sees('list_changed');
    expect(client.received()).not.toContain('starting up');
  });

  it('ends where the server ended without an answer, and keeps silent where the client had given up', async () => {
    const stand = onStdio(
      stdioRecording([
        '>{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}',
        '>{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
        '>{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"deadly"}}',
      ]),
    );
    stand.send('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}');
    stand.send('not json');
    stand.send('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"other"}}');
    stand.send('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"deadly"}}');
    await stand.ended;
    const said = await stand.rest();
    expect(said.map((line) => JSON.parse(line) as object)).toMatchObject([{ id: 2, error: { code: -32603 } }]);
  });
});

describe('a recording over HTTP', () => {
  it('is served over stdio, with the sessions that it holds', async () => {
    const stand = onStdio(committed('legacy'));
    const hello = '"params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}';
    stand.send(`{"jsonrpc":"2.0","id":10,"method":"initialize",${hello}}`);
    stand.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    stand.send('{"jsonrpc":"2.0","id":11,"method":"tools/list"}');
    stand.send('{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"no_such_tool","arguments":{}}}');
    expect((await stand.rest()).map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: 10, result: { protocolVersion: '2025-11-25' } },
      { id: 11, result: { tools: [{ name: 'list_drafts' }, { name: 'create_draft' }] } },
      { id: 12, error: { code: -32602 } },
    ]);
    expect(stand.misses).toEqual([]);
  });

  it.each(['legacy', 'modern'] as const)('answers the official client in the %s era', async (era) => {
    const stand = await served(committed(era));
    const connected = await callPinned({ target: { kind: 'http', url: stand.url }, era, as: null, timeoutMs: 5000 });
    expect(connected).toMatchObject({ value: { era } });
    if (!('value' in connected)) return;
    const { value: client } = connected;
    onTestFinished(() => client.close());
    expect(await client.listTools()).toMatchObject({ value: [{ name: 'list_drafts' }, { name: 'create_draft' }] });
    const draft = { title: 'A recorded draft', body: 'Written while it was recorded.' };
    expect(await client.callTool('create_draft', draft)).toMatchObject({ value: { structuredContent: {} } });
    expect(await client.callTool('create_draft', { title: 'No body' })).toMatchObject({ value: { isError: true } });
    expect(await client.callTool('no_such_tool', {})).toMatchObject({ rejected: { code: -32602 } });
    expect(await client.callTool('never_recorded', {})).toMatchObject({ rejected: { code: -32603 } });
    expect(stand.misses.map(({ name }) => name)).toEqual(['never_recorded']);
  });

  it('is refused where it is empty or holds nothing of a client', async () => {
    const empty = { ...readRecording(committed('modern')), exchanges: [] };
    await expect(served(empty)).rejects.toThrow(/holds no exchange of a client/);
    expect(() => onStdio(empty)).toThrow(/holds no exchange of a client/);
  });
});
