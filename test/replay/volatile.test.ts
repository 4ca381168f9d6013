import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAnswers } from '../../src/replay/compare.js';
import type { AnswerDocument } from '../../src/replay/document.js';
import { isAlike } from '../../src/replay/shape.js';
import { learnNoise, mergeNoise, withoutNoise, withoutVolatile } from '../../src/replay/volatile.js';
import { pathOf } from '../../src/replay/json-place.js';

const answer = (value: unknown): AnswerDocument => ({ result: { structuredContent: value } });
const noiseOf = (one: unknown, two: unknown) => learnNoise(compareAnswers(answer(one), answer(two)));
const left = (was: unknown, is: unknown, noise: ReturnType<typeof noiseOf>): string[] =>
  withoutNoise(compareAnswers(answer(was), answer(is)), noise).map(({ keys }) => pathOf(keys));

const UUIDS = [
  '8f14e45f-ceea-467f-a8f5-5f1b39e1d2a0',
  'c9f0f895-fb98-4b91-9d2f-7c3c0a4f6d11',
  '45c48cce-2e2d-4fbd-aa1a-fc51c7c6ad26',
];

describe('learnt noise', () => {
  it('excuses a value that moved between two answers, and nothing beside it', () => {
    const noise = noiseOf({ id: UUIDS[0], steady: 1 }, { id: UUIDS[1], steady: 1 });
    expect(left({ id: UUIDS[0], steady: 1 }, { id: UUIDS[2], steady: 2 }, noise)).toEqual([
      '$.result.structuredContent.steady',
    ]);
  });

  it.each([
    ['null', null],
    ['a number', 7],
    ['an error text', 'error: no id'],
    ['a word', 'unknown'],
    ['nothing', ''],
  ])('does not excuse an id that turns into %s', (_what, turned) => {
    const noise = noiseOf({ id: UUIDS[0] }, { id: UUIDS[1] });
    expect(left({ id: UUIDS[0] }, { id: turned }, noise)).toEqual(['$.result.structuredContent.id']);
  });

  it('does not excuse an id that is gone', () => {
    expect(left({ id: UUIDS[0] }, {}, noiseOf({ id: UUIDS[0] }, { id: UUIDS[1] }))).toEqual([
      '$.result.structuredContent.id',
    ]);
  });

  it('teaches nothing where the type moved', () => {
    const noise = noiseOf({ id: UUIDS[0] }, { id: null });
    expect(left({ id: UUIDS[0] }, { id: UUIDS[1] }, noise)).toEqual(['$.result.structuredContent.id']);
  });

  it('excuses the elements of a list whose length moves, and not that it is no list any more', () => {
    const noise = noiseOf({ list: [1] }, { list: [1, 2] });
    expect(left({ list: [1] }, { list: [9] }, noise)).toEqual([]);
    expect(left({ list: [1] }, { list: [9, 8, 7] }, noise)).toEqual([]);
    expect(left({ list: [1] }, { list: null }, noise)).toEqual(['$.result.structuredContent.list']);
  });

  it('takes random hexadecimal for what it is, even where all of it happens to be digits', () => {
    const hex = fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: 16, maxLength: 16 });
    fc.assert(fc.property(hex, hex, isAlike));
  });

  it('of any two answers excuses the difference between these two, as far as no type moves', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), fc.dictionary(fc.string(), fc.integer()), (one, two) => {
        const added = compareAnswers(answer(one), answer(two)).filter(({ kind }) => kind !== 'value');
        expect(left(one, two, noiseOf(one, two))).toEqual(added.map(({ keys }) => pathOf(keys)));
      }),
    );
  });

  it('adds up over several repeats', () => {
    const noise = mergeNoise([noiseOf({ a: 1, b: 1 }, { a: 2, b: 1 }), noiseOf({ a: 1, b: 1 }, { a: 1, b: 2 })]);
    expect(left({ a: 1, b: 1 }, { a: 5, b: 6 }, noise)).toEqual([]);
  });
});

const leftOver = (was: unknown, is: unknown, ...paths: string[]): string[] => {
  const answers = [answer(was), answer(is)] as const;
  return withoutVolatile(compareAnswers(...answers), paths, answers).map(({ keys }) => pathOf(keys));
};

const items = (at: number, id: number) => ({
  items: [
    { at, id },
    { at: at + 1, id },
  ],
});

const text = (at: number) => JSON.stringify({ "it's": at });

describe('declared volatile', () => {
  it('is every place that a JSONPath matches', () => {
    const path = '$.result.structuredContent.items[*].at';
    expect(leftOver(items(1, 1), items(5, 1), path)).toEqual([]);
    expect(leftOver(items(1, 1), items(5, 2), path)).toEqual([
      '$.result.structuredContent.items[0].id',
      '$.result.structuredContent.items[1].id',
    ]);
  });

  it('holds all that stands below a place, whatever is added or lost there', () => {
    expect(leftOver({ debug: { a: 1 } }, { debug: { b: [] } }, '$.result.structuredContent.debug')).toEqual([]);
  });

  it('does not hold a change of type, nor a value that is gone', () => {
    const path = '$.result.structuredContent.at';
    expect(leftOver({ at: '2026-01-01' }, { at: null }, path)).toEqual([path]);
    expect(leftOver({ at: '2026-01-01' }, {}, path)).toEqual([path]);
  });

  it('leads into JSON that stands in a text, and into keys with quotes', () => {
    expect(leftOver({ text: text(1) }, { text: text(2) }, `$.result.structuredContent.text["it's"]`)).toEqual([]);
  });
});
