import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Request } from '../../src/exchange/exchange.js';
import { isAnswered, Waiting } from '../../src/target/waiting.js';

const line = (value: unknown): Request => ({
  method: 'POST',
  path: '/',
  headers: [],
  body: { bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) },
});
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('Waiting', () => {
  it('gives every request its own answer, in whatever order answers come', () => {
    const ids = fc.uniqueArray(fc.oneof(fc.integer(), fc.string()), {
      minLength: 1,
      maxLength: 12,
      comparator: 'SameValue',
      selector: (id) => JSON.stringify(id),
    });
    fc.assert(
      fc.property(
        ids.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([asked, answered]) => {
          const waiting = new Waiting();
          const got = new Map<unknown, string>();
          for (const id of asked)
            waiting.add({
              request: line({ jsonrpc: '2.0', id, method: 'x' }),
              answer: (one) => got.set(id, one.toString()),
            });
          for (const id of answered) expect(waiting.give(bytes({ jsonrpc: '2.0', id, result: { id } }))).toBe(true);
          expect([...got].every(([id, text]) => text === JSON.stringify({ jsonrpc: '2.0', id, result: { id } }))).toBe(
            true,
          );
          expect(got.size).toBe(asked.length);
        },
      ),
    );
  });

  it('tells the number 1 from the text "1"', () => {
    const waiting = new Waiting();
    waiting.add({ request: line({ jsonrpc: '2.0', id: 1, method: 'x' }), answer: () => undefined });
    expect(waiting.give(bytes({ jsonrpc: '2.0', id: '1', result: {} }))).toBe(false);
  });

  it('gives an error that names no id to the malformed request, else to the only one, else to nobody', () => {
    const noId = bytes({ jsonrpc: '2.0', id: null, error: { code: -32700, message: '' } });
    const waiting = new Waiting();
    const got: string[] = [];
    const add = (name: string, text: unknown): void =>
      waiting.add({ request: line(text), answer: () => got.push(name) });
    add('a', { jsonrpc: '2.0', id: 1, method: 'x' });
    add('b', { jsonrpc: '2.0', id: 2, method: 'x' });
    add('broken', '{"jsonrpc"');
    expect([waiting.give(noId), waiting.give(noId)]).toEqual([true, false]);
    waiting.give(bytes({ jsonrpc: '2.0', id: 2, result: {} }));
    expect(waiting.give(noId)).toBe(true);
    expect(got).toEqual(['broken', 'b', 'a']);
  });

  it('waits for all answers of a batch, together or one by one', () => {
    const batch = line([
      { jsonrpc: '2.0', id: 1, method: 'x' },
      { jsonrpc: '2.0', id: 2, method: 'x' },
    ]);
    const waiting = new Waiting();
    const got: string[] = [];
    waiting.add({ request: batch, answer: (one) => got.push(one.toString()) });
    waiting.give(bytes({ jsonrpc: '2.0', id: 2, result: {} }));
    expect(got).toEqual([]);
    waiting.give(bytes({ jsonrpc: '2.0', id: 1, result: {} }));
    expect(got[0]?.split('\n')).toHaveLength(2);
  });
});

describe('isAnswered', () => {
  it.each([
    ['a request', { jsonrpc: '2.0', id: 1, method: 'x' }, true],
    ['a notification', { jsonrpc: '2.0', method: 'x' }, false],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, false],
    ['a batch of notifications', [{ jsonrpc: '2.0', method: 'x' }], false],
    [
      'a batch with a request',
      [
        { jsonrpc: '2.0', method: 'x' },
        { jsonrpc: '2.0', id: 1, method: 'x' },
      ],
      true,
    ],
    ['an empty batch', [], true],
    ['no JSON at all', '{', true],
  ])('tells %s', (_, value, expected) => {
    expect(isAnswered(line(value))).toBe(expected);
  });
});
