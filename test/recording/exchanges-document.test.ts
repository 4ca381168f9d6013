import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.js';
import { exchangesDocument, shownExchange } from '../../src/recording/exchanges-document.js';
import { anExchange, bytes, HEADER } from './exchanges.js';

const asking = (text: string, more: Partial<Exchange> = {}): Exchange => {
  const base = anExchange(more);
  return { ...base, request: { ...base.request, body: { bytes: bytes(text) } } };
};

describe('a shown exchange', () => {
  it('has the id as the token that was sent, and the name of the tool', () => {
    const shown = shownExchange(asking('{"id":9007199254740993,"method":"tools/call","params":{"name":"x"}}'));
    expect(shown.rpc).toEqual({ id: '9007199254740993', method: 'tools/call', name: 'x' });
    expect(shownExchange(asking('{"id":"7","method":"ping"}')).rpc).toEqual({ id: '"7"', method: 'ping' });
  });

  it('has no id for a notification, and nothing for what is no JSON-RPC', () => {
    expect(shownExchange(asking('{"method":"notifications/initialized"}')).rpc).toEqual({
      method: 'notifications/initialized',
    });
    expect(shownExchange(asking('hello')).rpc).toBeUndefined();
  });

  it('has every member of a batch in order, each with its own outcome', () => {
    const answer = '[{"id":"b","result":{"isError":true}},{"id":1,"result":{}},{"id":2,"error":{"code":-32602}}]';
    const batch = asking(
      '[{"id":1,"method":"a"},{"id":"b","method":"tools/call","params":{"name":"x"}},{"method":"n"},{"id":2,"method":"c"},{"id":3,"method":"d"},4]',
      { response: { ...anExchange().response!, body: { bytes: bytes(answer) } } },
    );
    const shown = shownExchange(batch);
    expect(shown.rpc).toBeUndefined();
    expect(shown.batch).toEqual([
      { id: '1', method: 'a', outcome: 'ok' },
      { id: '"b"', method: 'tools/call', name: 'x', outcome: 'tool-error' },
      { method: 'n', outcome: 'ok' },
      { id: '2', method: 'c', outcome: 'protocol-error' },
      { id: '3', method: 'd', outcome: 'no-result' },
      { outcome: 'no-result' },
    ]);
    expect(shownExchange(asking('[]')).batch).toEqual([]);
  });

  it('has the events of a stream in place of its body, as text or Base64', () => {
    const events = [
      { atMs: 1, raw: bytes(': hi\n\n') },
      { atMs: 2, raw: Buffer.from([0xff, 0x0a]) },
    ];
    const response = {
      ...anExchange().response!,
      headers: [['Content-Type', 'text/event-stream']] as const,
      body: { bytes: Buffer.concat(events.map(({ raw }) => raw)) },
      events,
    };
    const shown = shownExchange(anExchange({ response })).response;
    expect(shown?.body).toBeUndefined();
    expect(shown?.events).toEqual([
      { atMs: 1, raw: ': hi\n\n' },
      { atMs: 2, base64: '/wo=' },
    ]);
  });

  it('has a compressed body as it crossed, with its content beside it', () => {
    const body = { bytes: Buffer.from([0xff]), decoded: bytes('{}') };
    const shown = shownExchange(anExchange({ response: { ...anExchange().response!, body } }));
    expect(shown.response?.body).toEqual({ base64: '/w==', decoded: { text: '{}' } });
  });

  it('says what was masked or cut, with the length on the wire', () => {
    const body = { bytes: bytes('{}'), redacted: true, truncated: true, wireLength: 99 };
    const shown = shownExchange(anExchange({ response: { ...anExchange().response!, body } }));
    expect(shown.response?.body).toEqual({ text: '{}', redacted: true, truncated: true, bytes: 99 });
  });

  it('reads the id of a body that was too long to keep out of its outline', () => {
    const base = anExchange();
    const body = {
      bytes: bytes('{"method":"x","params":{"a":"aaaa'),
      truncated: true,
      wireLength: 99,
      outline: '{"method":"x","params":{"a":""},"id":5}',
    };
    expect(shownExchange({ ...base, request: { ...base.request, body } }).rpc).toEqual({ id: '5', method: 'x' });
  });

  it('of stdio has the message and no HTTP', () => {
    const base = anExchange({ transport: 'stdio', from: 'server' });
    const { status: _status, reason: _reason, ...response } = base.response!;
    const shown = shownExchange({ ...base, response: { ...response, headers: [] } });
    expect(shown).toMatchObject({ transport: 'stdio', from: 'server' });
    expect(shown.request).toEqual({ body: { text: expect.any(String) as string } });
    expect(shown.response).toEqual({ atMs: 2.5, body: { text: expect.any(String) as string } });
  });
});

describe('the document of a recording', () => {
  it('has its stray lines beside the exchanges', () => {
    const stray = { type: 'stray', at: HEADER.at, from: 'server', text: 'ready' } as const;
    const recording = {
      name: 't',
      header: HEADER,
      complete: true,
      exchanges: [],
      stray: [stray],
      steps: [],
      gaps: [],
      damaged: [],
    };
    expect(exchangesDocument(recording)).toEqual({
      format: 'mcp-shakedown/exchanges',
      version: 1,
      complete: true,
      exchanges: [],
      stray: [{ at: HEADER.at, from: 'server', text: 'ready' }],
    });
  });
});
