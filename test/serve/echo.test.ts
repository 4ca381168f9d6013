import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitEvents, fieldsOf } from '../../src/mcp/sse.js';
import { tokenKey, type Echo } from '../../src/serve/echo.js';
import { echoBody, echoEvent } from '../../src/serve/echo-event.js';

const echo = (recorded: string, own: string): Echo => ({
  ids: new Map([[tokenKey(recorded), own]]),
  progressTokens: new Map(),
});

const token = fc.oneof(
  fc.integer().map(String),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => JSON.stringify(text)),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }).map(String),
);
const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 });

/** An answer as any server may write it, and the same with another id. */
const answers = fc
  .record({
    id: token,
    own: token,
    json: fc.json(),
    before: space,
    after: space,
    key: fc.constantFrom('"id"', '"\\u0069d"'),
  })
  .map(({ id, own, json, before, after, key }) => {
    const text = (written: string) =>
      `{${before}"result":{"id":${id},"x":${json}},${after}${key}${before}:${after}${written},"jsonrpc":"2.0"}`;
    return { id, own, recorded: text(id), served: text(own) };
  });

describe('the caller’s tokens', () => {
  it('replace the id of an answer and no other byte', () => {
    fc.assert(
      fc.property(answers, ({ id, own, recorded, served }) => {
        expect(echoBody(Buffer.from(recorded), echo(id, own)).toString()).toBe(served);
      }),
    );
  });

  it('leave every answer as it was where they are the recorded ones', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), token, (bytes, id) => {
        const raw = Buffer.from(bytes);
        expect(echoBody(raw, echo(id, id)).equals(raw)).toBe(true);
        expect(echoEvent(raw, echo(id, id)).equals(raw)).toBe(true);
      }),
    );
  });

  it('are put into events whatever their line ends, over as many lines as the data has', () => {
    const end = fc.constantFrom('\r\n', '\n', '\r');
    const field = fc.constantFrom('data:', 'data: ');
    fc.assert(
      fc.property(token, token, end, field, fc.constantFrom('', ': c', 'id: 4'), (id, own, eol, data, extra) => {
        const lines = (written: string) =>
          [extra, `${data}{"jsonrpc":"2.0",`, `${data} "id":${written},`, data, `${data}"result":[]}`, '', ''].filter(
            (line, i) => i > 0 || line !== '',
          );
        const [event] = splitEvents(Buffer.from(lines(id).join(eol))).events;
        const served = echoEvent(event ?? Buffer.alloc(0), echo(id, own));
        expect(served.toString()).toBe(splitEvents(Buffer.from(lines(own).join(eol))).events[0]?.toString());
        expect(fieldsOf(served).data).toContain(own);
      }),
    );
  });

  it('are exchanged at once, so that two ids can change places', () => {
    const both: Echo = {
      ids: new Map([
        ['1', '2'],
        ['2', '1'],
      ]),
      progressTokens: new Map(),
    };
    const text = '[{"id":1,"result":{}},{"id":2,"error":{}},{"id":1,"method":"roots/list"}]';
    expect(echoBody(Buffer.from(text), both).toString()).toBe(
      '[{"id":2,"result":{}},{"id":1,"error":{}},{"id":1,"method":"roots/list"}]',
    );
  });

  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":{"a":"x', '{"jsonrpc":"2.0","id":9,"result":{"a":"x'],
    ['{"result":{"id":1},"id":1,"x":', '{"result":{"id":1},"id":9,"x":'],
    ['{"jsonrpc":"2.0","id":1', '{"jsonrpc":"2.0","id":1'],
    ['{"method":"m","id":1,"params":{', '{"method":"m","id":1,"params":{'],
    ['{"id":"1","x":[', '{"id":"1","x":['],
  ])('replace a whole id in an answer that is cut short: %s', (recorded, served) => {
    expect(echoBody(Buffer.from(recorded), echo('1', '9')).toString()).toBe(served);
  });
});
