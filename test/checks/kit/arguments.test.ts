/** Arguments: which are valid by the bytes sent, which violations a schema gives rise to, and which unusual valid calls. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeArguments } from '../../../src/checks/kit/arguments.js';
import { variationsOf } from '../../../src/checks/kit/variations.js';
import { UNDECLARED, violationsOf } from '../../../src/checks/kit/violations.js';
import { editBody } from '../../../src/exchange/draft.js';
import type { Request } from '../../../src/exchange/exchange.js';
import { compileSchema } from '../../../src/mcp/json-schema.js';
import { aRequest } from '../../engine/samples.js';

const scalar = fc.constantFrom<object>(
  { type: 'string' },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'object' },
  { enum: ['a', 'b', 3] },
  { const: 'only' },
  { type: ['string', 'null'] },
);

/** Flat object schemas, open and closed, with some members required. */
const schemas = fc
  .record({
    properties: fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), scalar, { minKeys: 1, maxKeys: 4 }),
    closed: fc.boolean(),
    needs: fc.nat({ max: 4 }),
  })
  .map(({ properties, closed, needs }) => ({
    type: 'object',
    properties,
    required: Object.keys(properties).slice(0, needs),
    ...(closed ? { additionalProperties: false } : {}),
  }));

const someValue = (schema: object): unknown => {
  if ('enum' in schema) return (schema.enum as unknown[])[0];
  if ('const' in schema) return schema.const;
  const type = [(schema as { type: unknown }).type].flat()[0];
  return { string: 'x', integer: 1, boolean: true, object: {} }[String(type)];
};
const validFor = ({ properties }: { properties: Record<string, object> }) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, someValue(schema)]));

const namesFor = (schema: object) => violationsOf(schema, { title: 'T' }).map(({ name }) => name);

describe('violations', () => {
  test('each breaks the schema, and has a name of its own', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const found = violationsOf(schema, validFor(schema));
        const compiled = compileSchema(schema);
        for (const one of found) expect(compiled?.problems(one.arguments)).not.toEqual([]);
        expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
      }),
    );
  });

  test('an undeclared argument is one only where the schema is closed', () => {
    const open = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    expect(namesFor(open)).toEqual(['drop-title', 'mistype-title']);
    expect(namesFor({ ...open, additionalProperties: false })).toEqual([
      'add-undeclared-argument',
      'drop-title',
      'mistype-title',
    ]);
  });

  test('each changes one place of the valid call', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    expect(violationsOf(schema, { a: 'x' })).toEqual([
      { name: 'add-undeclared-argument', arguments: { a: 'x', [UNDECLARED]: 'x' } },
      { name: 'drop-a', arguments: {} },
      { name: 'mistype-a', arguments: { a: { wrong: 'type' } } },
    ]);
  });

  test.each([undefined, null, true, 'schema', { type: 'nonsense' }, { $ref: '#/nowhere' }])(
    'a schema that is none has none: %j',
    (schema) => expect(violationsOf(schema, { a: 1 })).toEqual([]),
  );
});

describe('variations', () => {
  test('the call comes first; all are valid and no two are the same', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const valid = validFor(schema);
        const found = variationsOf(schema, valid);
        expect(found[0]).toEqual(valid);
        const compiled = compileSchema(schema);
        for (const one of found) expect(compiled?.problems(one)).toEqual([]);
        expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(found.length);
      }),
    );
  });

  test('every enum value and boolean has its turn, nested ones included', () => {
    const inner = { type: 'object', properties: { mode: { enum: ['slow', 'fast'] } } };
    const schema = { type: 'object', properties: { ready: { type: 'boolean' }, options: inner } };
    expect(variationsOf(schema, {})).toEqual([
      {},
      { ready: true },
      { ready: false },
      { options: { mode: 'slow' } },
      { options: { mode: 'fast' } },
    ]);
  });
});

const call = (args: unknown): Request => {
  const request = aRequest({ method: 'tools/call', params: { name: 'add' } });
  return args === undefined
    ? request
    : editBody(request, (text) => text.replace('"name":"add"', `"name":"add","arguments":${JSON.stringify(args)}`));
};

describe('the arguments of a call', () => {
  const definition = {
    name: 'add',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'integer' } },
      required: ['a'],
      additionalProperties: false,
    },
  };
  const judged = (request: Request) => judgeArguments(request, definition).kind;

  test.each<[unknown, string]>([
    [{ a: 1 }, 'valid'],
    [{ a: 1.5 }, 'invalid'],
    [{ a: 1, b: 2 }, 'invalid'],
    [{}, 'invalid'],
    [undefined, 'invalid'],
    [[1], 'unknown'],
    ['a', 'unknown'],
    [null, 'unknown'],
  ])('%j is %s', (args, kind) => expect(judged(call(args))).toBe(kind));

  test('the bytes count: the last of two keys, as parsers in JavaScript read them', () => {
    const twice = editBody(call({ a: 1 }), (text) => text.replace('{"a":1}', '{"a":"x","a":1}'));
    expect(judged(twice)).toBe('valid');
  });

  test('what is no call of the tool says nothing', () => {
    expect(
      judgeArguments(aRequest({ method: 'tools/call', params: { name: 'other', arguments: {} } }), definition).kind,
    ).toBe('unknown');
    expect(judgeArguments(aRequest(), definition).kind).toBe('unknown');
    expect(judgeArguments(call({ a: 1 }), { name: 'add', inputSchema: { type: 'nonsense' } }).kind).toBe('unknown');
  });

  test('__proto__ says nothing, at any depth, as validators drop it', () => {
    const hidden = editBody(call({ a: 1 }), (text) => text.replace('{"a":1}', '{"a":1,"b":{"__proto__":1}}'));
    expect(judged(hidden)).toBe('unknown');
  });
});
