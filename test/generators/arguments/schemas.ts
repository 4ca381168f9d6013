/** Input schemas that together use every keyword, alone and in the combinations that real servers advertise. */
import type { JsonObject } from '../../../src/mcp/json-rpc.js';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

/** One property called `value`, which must be there. */
const value = (schema: unknown, more: JsonObject = {}): JsonObject =>
  object({ value: schema }, { required: ['value'], ...more });

export const SCHEMAS: Readonly<Record<string, unknown>> = {
  'no properties at all': { type: 'object' },
  'no type': { properties: { a: { type: 'string' } } },
  'the schema true': true,
  'a closed object without properties': object({}, { additionalProperties: false }),
  'bounded text': value({ type: 'string', minLength: 3, maxLength: 7 }),
  'text of exactly one length': value({ type: 'string', minLength: 4, maxLength: 4 }),
  'long text': value({ type: 'string', maxLength: 5000 }),
  'a pattern': value({ type: 'string', pattern: '^[a-z][a-z0-9-]*$' }),
  'a pattern with bounds': value({ type: 'string', pattern: '^[A-Z]+$', minLength: 2, maxLength: 20 }),
  'a pattern longer than any repetition': value({
    type: 'string',
    pattern: '^[0-9a-f]+$',
    minLength: 64,
    maxLength: 64,
  }),
  'a pattern with lookahead': value({ type: 'string', pattern: '^(?!admin)[a-z]{3,8}$' }),
  'a pattern without anchors': value({ type: 'string', pattern: 'needle' }),
  'a pattern of letters of any script': value({ type: 'string', pattern: '^\\p{L}+$' }),
  'two patterns': value({ allOf: [{ type: 'string', pattern: '^a' }, { pattern: 'z$' }] }),
  'every common format': object(
    Object.fromEntries(
      [
        'date',
        'date-time',
        'time',
        'duration',
        'email',
        'hostname',
        'ipv4',
        'ipv6',
        'uri',
        'uuid',
        'regex',
        'foreign',
      ].map((format) => [format, { type: 'string', format }]),
    ),
  ),
  'a format with a length': value({ type: 'string', format: 'email', maxLength: 40 }),
  'a bounded integer': value({ type: 'integer', minimum: -3, maximum: 12 }),
  'an unbounded integer': value({ type: 'integer' }),
  'an unbounded number': value({ type: 'number' }),
  'exclusive bounds': value({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }),
  'an exclusive integer': value({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 2 }),
  multiples: value({ type: 'integer', multipleOf: 7, minimum: 10, maximum: 100 }),
  'multiples of two numbers': value({ allOf: [{ type: 'integer', multipleOf: 4 }, { multipleOf: 6 }] }),
  money: value({ type: 'number', multipleOf: 0.01, minimum: 0, maximum: 1000 }),
  'bounds beyond the exact numbers': value({ type: 'number', minimum: 1e300 }),
  'one number': value({ type: 'number', minimum: 2.5, maximum: 2.5 }),
  'an enum': value({ enum: ['red', 'green', 3, null, true, { a: 1 }, [1]] }),
  'an enum with a type': value({ type: 'string', enum: ['asc', 'desc'] }),
  'a constant': value({ const: 'fixed' }),
  'several types': value({ type: ['string', 'null', 'integer'] }),
  'a boolean': value({ type: 'boolean' }),
  null: value({ type: 'null' }),
  'an empty schema': value({}),
  'the schema true as a property': value(true),
  'a forbidden property': object({ never: false, a: { type: 'string' } }),
  'a list': value({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 4 }),
  'a set': value({ type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 1 }),
  'a set as large as its items': value({
    type: 'array',
    items: { enum: ['a', 'b', 'c'] },
    uniqueItems: true,
    minItems: 3,
  }),
  'a tuple': value({
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'integer' }],
    items: false,
    minItems: 2,
  }),
  'a tuple with a tail': value({ type: 'array', prefixItems: [{ const: 'head' }], items: { type: 'number' } }),
  'a list that contains': value({ type: 'array', items: { type: 'integer' }, contains: { minimum: 100 }, maxItems: 5 }),
  'a list that contains so many': value({
    type: 'array',
    items: { type: 'integer' },
    contains: { const: 0 },
    minContains: 2,
    maxContains: 3,
    maxItems: 6,
  }),
  'optional members': object(
    { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'boolean' } },
    { required: ['b'] },
  ),
  'a required member that is not named': object({}, { required: ['ghost'] }),
  'a map': value({ type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1, maxProperties: 4 }),
  'a map by pattern': value({
    type: 'object',
    patternProperties: { '^x-': { type: 'string' } },
    additionalProperties: false,
  }),
  'member names': value({ type: 'object', propertyNames: { pattern: '^[a-z]{2,4}$' }, maxProperties: 3 }),
  'dependent members': object(
    { card: { type: 'string' }, billing: { type: 'string' } },
    { dependentRequired: { card: ['billing'] }, additionalProperties: false },
  ),
  'dependent schemas': object(
    { kind: { type: 'string' }, size: { type: 'integer' } },
    { dependentSchemas: { kind: { required: ['size'] } } },
  ),
  'few members of many': object(Object.fromEntries(Array.from('abcdefgh', (key) => [key, { type: 'integer' }])), {
    minProperties: 2,
    maxProperties: 3,
    additionalProperties: false,
  }),
  'a union by anyOf': value({
    anyOf: [
      { type: 'string', maxLength: 5 },
      { type: 'integer', minimum: 0 },
    ],
  }),
  'a union beside a type': value({ type: 'string', anyOf: [{ minLength: 8 }, { pattern: '^x' }] }),
  'a tagged union': value({
    oneOf: [
      object({ kind: { const: 'circle' }, radius: { type: 'number', minimum: 0 } }, { required: ['kind', 'radius'] }),
      object({ kind: { const: 'square' }, side: { type: 'number', minimum: 0 } }, { required: ['kind', 'side'] }),
    ],
  }),
  'a union that overlaps': value({
    oneOf: [
      { type: 'integer', minimum: 0 },
      { type: 'integer', maximum: 10 },
    ],
  }),
  'a union at the root': {
    type: 'object',
    anyOf: [
      object({ id: { type: 'string' } }, { required: ['id'] }),
      object({ name: { type: 'string' } }, { required: ['name'] }),
    ],
  },
  inheritance: {
    type: 'object',
    allOf: [
      object({ a: { type: 'string' } }, { required: ['a'] }),
      object({ b: { type: 'integer' } }, { required: ['b'] }),
    ],
    unevaluatedProperties: false,
  },
  'the same member twice': {
    allOf: [value({ type: 'integer', minimum: 5 }), value({ type: 'number', maximum: 8 })],
  },
  'not a constant': value({ type: 'string', not: { const: '' } }),
  'not a type': value({ not: { type: ['object', 'array', 'null'] } }),
  'not both members': object({ a: { type: 'integer' }, b: { type: 'integer' } }, { not: { required: ['a', 'b'] } }),
  'a condition': object(
    { country: { enum: ['US', 'DE'] }, zip: { type: 'string' } },
    // Written as text: an object with a member called `then` looks like a promise to more than the linter.
    JSON.parse(`{
      "required": ["country", "zip"],
      "if": { "properties": { "country": { "const": "US" } } },
      "then": { "properties": { "zip": { "pattern": "^[0-9]{5}$" } } },
      "else": { "properties": { "zip": { "minLength": 2, "maxLength": 8 } } }
    }`) as JsonObject,
  ),
  references: {
    ...value({ $ref: '#/$defs/name' }),
    $defs: { name: { $ref: '#/$defs/text' }, text: { type: 'string', minLength: 1, maxLength: 9 } },
  },
  'a reference with siblings': {
    ...value({ $ref: '#/$defs/n', maximum: 3 }),
    $defs: { n: { type: 'integer', minimum: 1 } },
  },
  'a reference by anchor': { ...value({ $ref: '#here' }), $defs: { n: { $anchor: 'here', type: 'boolean' } } },
  'a reference with escapes': { ...value({ $ref: '#/$defs/a~1b%20c' }), $defs: { 'a/b c': { type: 'boolean' } } },
  'a tree': {
    ...value({ $ref: '#/$defs/node' }),
    $defs: {
      node: object(
        { label: { type: 'string', maxLength: 8 }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        { required: ['label'], additionalProperties: false },
      ),
    },
  },
  'an expression': {
    ...value({ $ref: '#/$defs/e' }),
    $defs: {
      e: {
        oneOf: [
          { type: 'number' },
          object(
            { op: { enum: ['+', '*'] }, left: { $ref: '#/$defs/e' }, right: { $ref: '#/$defs/e' } },
            { required: ['op', 'left', 'right'] },
          ),
        ],
      },
    },
  },
  'a reference to the root': object(
    { name: { type: 'string' }, inner: { $ref: '#' } },
    { additionalProperties: false },
  ),
  'draft-07': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...object({
      pair: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false },
      ref: { $ref: '#/definitions/flag' },
    }),
    definitions: { flag: { type: 'boolean' } },
    dependencies: { pair: ['ref'] },
  },
  'mirrored parameters': object(
    { region: { type: 'string', 'x-mcp-header': 'Region' }, count: { type: 'integer', 'x-mcp-header': 'Count' } },
    { required: ['region'] },
  ),
  'keys that JavaScript knows': object(
    JSON.parse(
      '{"__proto__":{"type":"integer"},"constructor":{"type":"string"},"toString":{"type":"boolean"}}',
    ) as JsonObject,
    { required: ['constructor'], additionalProperties: false },
  ),
  hints: object({ city: { type: 'string', examples: ['Oslo'], default: 'Bergen' } }, { required: ['city'] }),
  nesting: value(
    object(
      { list: { type: 'array', items: object({ when: { type: 'string', format: 'date' } }, { required: ['when'] }) } },
      { required: ['list'] },
    ),
  ),
};
