/** Exchanges for tests: one that is good enough in one call, and any at all. */
import * as fc from 'fast-check';
import type { Body, Exchange } from '../../src/exchange/exchange.js';
import { OUTCOMES } from './outcomes.js';

export const HEADER = {
  type: 'header',
  format: 'mcp-shakedown/recording',
  version: 1,
  tool: { name: 'mcp-shakedown', version: '0.1.0' },
  at: '2026-11-30T12:00:00.000Z',
  kind: 'session',
  target: { kind: 'http', name: 'http://127.0.0.1:4000/mcp' },
} as const;

export const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

/** A call of a tool that was answered. */
export function anExchange(more: Partial<Exchange> = {}): Exchange {
  return {
    n: 1,
    at: '2026-11-30T12:00:01.000Z',
    transport: 'http',
    from: 'client',
    connection: 1,
    era: 'modern',
    principal: 'writer',
    request: {
      method: 'POST',
      path: '/mcp',
      headers: [['Content-Type', 'application/json']],
      body: { bytes: bytes('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_draft"}}') },
    },
    response: {
      status: 200,
      reason: 'OK',
      headers: [['Content-Type', 'application/json']],
      body: { bytes: bytes('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}') },
      atMs: 2.5,
    },
    outcome: 'ok',
    durationMs: 3.25,
    ...more,
  };
}

const latin1 = (units: string): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...units.split('')), maxLength: 12 });
const token = fc.stringMatching(/^[A-Za-z0-9!#$&'*+.^_`|~-]{1,12}$/);
const value = latin1('abc XYZ\t"=;\xe9\xff\x80');
const headers = fc.array(fc.tuple(token, value), { maxLength: 5 });

/** Bytes of every kind that a body is made of: JSON as people and programs write it, text, and none of these. */
export const anyBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((raw) => Buffer.from(raw)),
  fc.json().map(bytes),
  fc.jsonValue().map((json) => bytes(JSON.stringify(json, null, 2))),
  fc.string({ unit: 'binary', maxLength: 30 }).map(bytes),
  fc
    .constantFrom(
      '{"a":1,"a":2}',
      '{"__proto__":{"x":1}}',
      '9007199254740993',
      '[1.0,1e3,-0,0.1e-7]',
      '"\\ud800 \\u00e9 \\/"',
      '\u{feff}{}',
      '{"b":1,"1":2}',
      ' {} ',
      '"\u2028"',
      'null',
      '',
    )
    .map(bytes),
);

const plainBody: fc.Arbitrary<Body> = anyBytes.map((raw) => ({ bytes: raw }));

const ms = fc.integer({ min: 0, max: 1e6 }).map((thousandths) => thousandths / 1000);

/** An answer whose events are its body. */
const stream = fc.array(fc.tuple(ms, anyBytes), { minLength: 1, maxLength: 4 }).map((events) => ({
  headers: [['Content-Type', 'text/event-stream']] as const,
  body: { bytes: Buffer.concat(events.map(([, raw]) => raw)) },
  events: events.map(([atMs, raw]) => ({ atMs, raw })),
}));

const response = fc
  .tuple(
    fc.integer({ min: 200, max: 599 }),
    value,
    ms,
    fc.oneof(fc.record({ headers: headers.filter(isNoStream), body: plainBody }), stream),
  )
  .map(([status, reason, atMs, rest]) => ({ status, reason, atMs, ...rest }));

function isNoStream(list: readonly (readonly [string, string])[]): boolean {
  return !list.some(([name]) => /^content-(type|encoding)$/i.test(name));
}

/** An exchange over HTTP, of any bytes. */
export const anyExchange: fc.Arbitrary<Exchange> = fc
  .record({
    connection: fc.integer({ min: 1, max: 9 }),
    era: fc.constantFrom('legacy' as const, 'modern' as const),
    principal: fc.constantFrom('writer', 'p-0123456789abcdef', 'anonymous'),
    request: fc.record({
      method: fc.constantFrom('POST', 'GET', 'DELETE'),
      path: fc.constantFrom('/mcp', '/mcp?x=1', '/\xe9'),
      headers,
      body: plainBody,
    }),
    response: fc.option(response, { nil: undefined }),
    outcome: fc.constantFrom(...OUTCOMES),
    durationMs: ms,
    clientGoneAtMs: fc.option(ms, { nil: undefined }),
    error: fc.option(fc.string({ unit: 'grapheme', maxLength: 10 }), { nil: undefined }),
  })
  .map(({ response: answer, clientGoneAtMs, error, ...rest }) => ({
    ...anExchange(),
    ...rest,
    ...(answer === undefined ? { response: undefined } : { response: answer }),
    ...(clientGoneAtMs === undefined ? {} : { clientGoneAtMs }),
    ...(error === undefined ? {} : { error }),
  }))
  .map(({ response: answer, ...rest }) => (answer === undefined ? rest : { ...rest, response: answer }));
