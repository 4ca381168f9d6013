import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { render } from '../../src/exchange/draft.js';
import type { Exchange } from '../../src/exchange/exchange.js';
import { encodeHeaderValue, withHeader } from '../../src/mcp/headers.js';
import { findBindings } from '../../src/replay/bindings.js';
import { documentOf } from '../../src/replay/document.js';
import { Links } from '../../src/replay/links.js';

let count = 0;

/** A call with what it was answered. */
function exchange(args: unknown, structuredContent: unknown, text?: string): Exchange {
  const n = ++count;
  const params = { name: 'tool', arguments: args as Record<string, unknown> };
  const result = { structuredContent, ...(text === undefined ? {} : { content: [{ type: 'text', text }] }) };
  return {
    n,
    at: '2026-11-30T12:00:00.000Z',
    transport: 'http',
    from: 'client',
    connection: 1,
    era: 'modern',
    principal: 'anonymous',
    request: render({ era: 'modern', path: '/mcp', idToken: '1', method: 'tools/call', params }),
    response: {
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: { bytes: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result })) },
      atMs: 1,
    },
    outcome: 'ok',
    durationMs: 1,
  };
}

const bound = (...exchanges: Exchange[]): unknown[] => findBindings(exchanges).map(({ value }) => value);

const ID = '8f14e45f-ceea-467f-a8f5-5f1b39e1d2a0';
const OTHER = 'c9f0f895-fb98-4b91-9d2f-7c3c0a4f6d11';

describe('a link', () => {
  it.each([
    ['a uuid', { draft: ID }, { draft: ID }, [ID]],
    ['a number under the name of an id', { id: 17 }, { draftId: 17 }, [17]],
    ['a large number under any name', { order: 48213 }, { of: 48213 }, [48213]],
    ['a short handle under the name of an id', { id: 'd-1' }, { draft_id: 'd-1' }, ['d-1']],
    ['a cursor', { nextCursor: 'bmV4dA' }, { cursor: 'bmV4dA' }, ['bmV4dA']],
    ['an id inside a URI', { id: ID }, { uri: `draft://${ID}/body` }, [ID]],
    ['one that stands in a list', { items: [{ id: 'a-1' }, { id: 'a-2' }] }, { ids: ['a-2'] }, ['a-2']],
  ])('is %s that the server made and the client sent back', (_what, made, sent, expected) => {
    expect(bound(exchange({}, made), exchange(sent, {}))).toEqual(expected);
  });

  it.each([
    ['a word', { state: 'open' }, { state: 'open' }],
    ['a word under the name of an id', { id: 'kitchen' }, { roomId: 'kitchen' }],
    ['a small number that is no id', { count: 3 }, { limit: 3 }],
    ['a small number where only one side is an id', { id: 3 }, { limit: 3 }],
    ['a date', { on: '2026-11-30' }, { on: '2026-11-30' }],
    ['a boolean', { id: true }, { id: true }],
  ])('is not %s', (_what, made, sent) => {
    expect(bound(exchange({}, made), exchange(sent, {}))).toEqual([]);
  });

  it('is not what the client had said first', () => {
    expect(bound(exchange({ id: ID }, { id: ID }), exchange({ id: ID }, {}))).toEqual([]);
  });

  it('is found in JSON that stands in a text', () => {
    expect(bound(exchange({}, {}, `{"id":"${ID}"}`), exchange({ id: ID }, {}))).toEqual([ID]);
  });
});

describe('links in a run', () => {
  it('put the value of this run into arguments, URIs and mirrored headers, and leave all else as it was', () => {
    const made = exchange({}, { id: ID });
    const plain = exchange({ id: ID, uri: `draft://${ID}`, note: 'one  two', n: 1 }, {});
    const headers = withHeader(plain.request.headers, 'Mcp-Param-Id', encodeHeaderValue(ID));
    const later = { ...plain, request: { ...plain.request, headers } };
    const links = new Links([made, later]);
    links.resolve(made, exchange({}, { id: OTHER }));
    const applied = links.apply(later.request);
    if (!('request' in applied)) throw new Error('it can be sent');
    const text = later.request.body.bytes.toString();
    expect(applied.request.body.bytes.toString()).toBe(text.replaceAll(ID, OTHER));
    expect(applied.request.headers).toEqual(headers.map(([name, value]) => [name, value.replaceAll(ID, OTHER)]));
  });

  it('say which value is missing, and who would have made it', () => {
    const made = exchange({}, { id: ID });
    const later = exchange({ id: ID }, {});
    const applied = new Links([made, later]).apply(later.request);
    expect(applied).toEqual({ unmade: { value: ID, made } });
  });

  it('put the value of this run into what is expected, in texts too', () => {
    const made = exchange({}, { id: ID });
    const later = exchange({ id: ID }, { id: ID, at: `/drafts/${ID}` }, `no draft ${ID}`);
    const links = new Links([made, later]);
    links.resolve(made, exchange({}, { id: OTHER }));
    const document = links.inThisRun(documentOf(later, { idToken: '1', isFirst: true }));
    expect(document?.result).toEqual({
      structuredContent: { id: OTHER, at: `/drafts/${OTHER}` },
      content: [{ type: 'text', text: `no draft ${OTHER}` }],
    });
  });

  it('are not made of a value of another kind', () => {
    const made = exchange({}, { id: ID });
    const later = exchange({ id: ID }, {});
    const links = new Links([made, later]);
    links.resolve(made, exchange({}, { id: 'not found' }));
    expect(links.apply(later.request)).toHaveProperty('unmade');
  });

  it('send every id that a server makes as this run has it, however many there are and in whatever order', () => {
    const ids = fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(ids, fc.infiniteStream(fc.nat()), (all, order) => {
        const then = all.slice(0, all.length >> 1);
        const now = all.slice(all.length >> 1);
        const made = then.map((id) => exchange({ title: 'T' }, { id }));
        const picks = then.map(() => Number(order.next().value) % then.length);
        const sent = picks.map((pick) => exchange({ id: then[pick] }, {}));
        const links = new Links([...made, ...sent]);
        made.forEach((one, i) => links.resolve(one, exchange({ title: 'T' }, { id: now[i] })));
        picks.forEach((pick, i) => {
          const applied = links.apply((sent[i] as Exchange).request);
          const text = 'request' in applied ? applied.request.body.bytes.toString() : '';
          expect(text).toContain(`"id":"${now[pick]}"`);
        });
      }),
    );
  });

  it('change nothing where no link is in a request', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (made, sent) => {
        const [one, two] = [exchange({}, made), exchange({ sent }, {})];
        const links = new Links([one, two]);
        links.resolve(one, one);
        expect(links.apply(two.request)).toEqual({ request: two.request });
      }),
    );
  });
});
