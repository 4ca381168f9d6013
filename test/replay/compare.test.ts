import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAnswers, compareValues, type Difference } from '../../src/replay/compare.js';
import type { AnswerDocument } from '../../src/replay/document.js';
import { parseExact } from '../../src/mcp/exact-json.js';
import { pathOf, valueAt } from '../../src/replay/json-place.js';

const result = (value: unknown): AnswerDocument => ({
  status: 200,
  contentType: 'application/json',
  notifications: [],
  result: value,
});

const told = (differences: readonly Difference[]): string[] =>
  differences.map(({ keys, kind }) => `${kind} ${pathOf(keys)}`);

const inResult = (was: string, is: string): string[] =>
  told(compareAnswers(result(parseExact(was)), result(parseExact(is))));

const text = (json: string) => result({ content: [{ type: 'text', text: json }] });

const both = (total: number) =>
  result({ content: [{ type: 'text', text: JSON.stringify({ total }) }], structuredContent: { total } });

const textBesideOne = (text: number) =>
  result({ content: [{ type: 'text', text: JSON.stringify({ total: text }) }], structuredContent: { total: 1 } });

describe('two results', () => {
  it.each([
    ['{"a":{"b":42}}', '{"a":{"b":43}}', ['value $.result.a.b']],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', []],
    ['{"a":1}', '{"a":"1"}', ['type $.result.a']],
    ['{"a":null}', '{}', ['missing $.result.a']],
    ['{}', '{"a":null}', ['added $.result.a']],
    ['{"a":["x","y"]}', '{"a":["x"]}', ['length $.result.a']],
    ['{"a":["x","y"]}', '{"a":["x","z"]}', ['value $.result.a[1]']],
    ['{"a b":1}', '{"a b":2}', ['value $.result["a b"]']],
    ['{"n":1.0}', '{"n":1}', []],
    ['{"n":9007199254740993}', '{"n":9007199254740992}', ['value $.result.n']],
    ['{"n":9007199254740993}', '{"n":9007199254740993}', []],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}', ['value $.result.__proto__.a']],
    ['{"content":[]}', '{"content":[],"isError":false}', []],
  ])('%s and %s differ in %j', (was, is, expected) => {
    expect(inResult(was, is)).toEqual(expected);
  });

  it('are looked into where a text holds JSON', () => {
    const found = compareAnswers(text('{"order":{"total":42}}'), text('{ "order": { "total": 43 } }'));
    expect(told(found)).toEqual(['value $.result.content[0].text.order.total']);
    expect(compareAnswers(text('{"a":1}'), text('{ "a": 1 }'))).toEqual([]);
  });

  it('differ once where structured content and its text both do', () => {
    expect(told(compareAnswers(both(42), both(43)))).toEqual(['value $.result.structuredContent.total']);
  });

  it('still differ in a text that says something else than the structured content', () => {
    expect(told(compareAnswers(textBesideOne(1), textBesideOne(2)))).toEqual(['value $.result.content[0].text.total']);
  });

  it('cannot differ in what is masked, and can in what stands around it', () => {
    const mask = '[redacted:0123456789abcdef]';
    expect(inResult(`{"a":"Bearer ${mask}"}`, '{"a":"Bearer abc.def"}')).toEqual([]);
    expect(inResult(`{"a":"Bearer ${mask}"}`, '{"a":"Basic abc.def"}')).toEqual(['value $.result.a']);
    expect(inResult(`{"a":"${mask}"}`, '{"a":null}')).toEqual(['type $.result.a']);
  });
});

const error = (code: number, message: string, data?: unknown): AnswerDocument => ({
  status: 400,
  contentType: 'application/json',
  notifications: [],
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

describe('two answers', () => {
  it('of different kinds differ in that alone', () => {
    expect(told(compareAnswers(result({ a: 1 }), error(-32602, 'no')))).toEqual(['channel $.result']);
    expect(told(compareAnswers(error(-32602, 'no'), result({ a: 1 })))).toEqual(['channel $.error']);
    expect(told(compareAnswers(result({ a: 1 }), undefined))).toEqual(['channel $.result']);
    expect(told(compareAnswers(result({ a: 1 }), result({ b: 1, isError: true })))).toEqual([
      'channel $.result.isError',
    ]);
  });

  it('that are errors differ by code and data, and not by wording', () => {
    expect(told(compareAnswers(error(-32602, 'one'), error(-32602, 'other')))).toEqual([]);
    expect(told(compareAnswers(error(-32602, 'one'), error(-32603, 'one')))).toEqual(['value $.error.code']);
    const [was, is] = [error(1, '', { supported: ['a'] }), error(1, '', { supported: ['b'] })];
    expect(told(compareAnswers(was, is))).toEqual(['value $.error.data.supported[0]']);
  });

  it('differ by status, by kind of content, and by each message that came before', () => {
    const was: AnswerDocument = { ...result({}), notifications: [{ method: 'a', params: { p: 1 } }] };
    expect(told(compareAnswers(was, { ...was, status: 201 }))).toEqual(['value $.status']);
    expect(told(compareAnswers(was, { ...was, contentType: 'text/event-stream' }))).toEqual(['value $.contentType']);
    expect(told(compareAnswers(was, { ...was, notifications: [] }))).toEqual(['length $.notifications']);
    const other = { ...was, notifications: [{ method: 'a', params: { p: 2 } }] };
    expect(told(compareAnswers(was, other))).toEqual(['value $.notifications[0].params.p']);
  });
});

const differences = (was: unknown, is: unknown): Difference[] => {
  const found: Difference[] = [];
  compareValues(was, is, [], found);
  return found;
};

describe('any JSON value', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  it('does not differ from itself, however it is written', () => {
    fc.assert(
      fc.property(json, (value) => {
        const [compact, spaced] = [JSON.stringify(value), JSON.stringify(value, null, 2)];
        expect(differences(parseExact(compact), parseExact(spaced))).toEqual([]);
      }),
    );
  });

  it('differs from another exactly where the two do not hold the same', () => {
    fc.assert(
      fc.property(json, json, (was, is) => {
        const found = differences(was, is);
        const isSame =
          JSON.stringify(parseExact(JSON.stringify(was))) === JSON.stringify(parseExact(JSON.stringify(is)));
        if (isSame) expect(found).toEqual([]);
        for (const { keys, ...difference } of found) {
          expect(valueAt(was, keys)).toEqual(difference.was);
          expect(valueAt(is, keys)).toEqual(difference.is);
        }
      }),
    );
  });

  it('differs in the same places whichever of the two comes first', () => {
    const mirrored = {
      value: 'value',
      type: 'type',
      length: 'length',
      missing: 'added',
      added: 'missing',
      channel: 'channel',
    };
    fc.assert(
      fc.property(json, json, (was, is) => {
        const there = differences(was, is).map(({ keys, kind }) => `${kind} ${pathOf(keys)}`);
        const back = differences(is, was).map(({ keys, kind }) => `${mirrored[kind]} ${pathOf(keys)}`);
        expect(there.toSorted()).toEqual(back.toSorted());
      }),
    );
  });

  it('differs where one number in it is changed', () => {
    const path = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(path, fc.integer(), fc.integer(), (keys, one, two) => {
        fc.pre(one !== two);
        const nest = (value: unknown) =>
          keys.reduceRight<unknown>((inner, key) => ({ [key]: inner, steady: 1 }), value);
        const [was, is] = [nest(one), nest(two)];
        fc.pre(!keys.includes('steady') && !keys.includes('__proto__'));
        expect(told(differences(was, is))).toEqual([`value ${pathOf(keys)}`]);
      }),
    );
  });
});
