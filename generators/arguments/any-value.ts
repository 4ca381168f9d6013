/** Any JSON value, or any value of one type: small, plain ones, for parts of a schema that ask for nothing. */
import * as fc from 'fast-check';
import { own } from './flat.js';
import { TYPE_NAMES, type TypeName } from './json.js';
import { ListArbitrary } from './list.js';
import { numbers } from './numbers.js';
import { RecordArbitrary } from './record.js';
import { TextArbitrary } from './text.js';

const NAME = /^[a-z][a-zA-Z0-9_]{0,11}$/;

/** Names of members that no schema named. */
export const memberNames = (): fc.Arbitrary<string> => fc.stringMatching(NAME);

function ofType(type: TypeName, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return numbers(own({ type: 'number' }).number) ?? fc.constant(0);
    case 'string':
      return new TextArbitrary(0, 24);
    case 'array':
      return new ListArbitrary({ prefix: [], rest: anyValue(depth - 1), min: 0, max: 3, unique: false });
    case 'object':
      return new RecordArbitrary({
        members: [],
        extra: { key: memberNames(), value: anyValue(depth - 1) },
        min: 0,
        max: 3,
        dependents: [],
      });
  }
}

export const anyOfType = (type: TypeName): fc.Arbitrary<unknown> => ofType(type, 1);

export function anyValue(depth = 1): fc.Arbitrary<unknown> {
  const types = TYPE_NAMES.filter((type) => depth > 0 || (type !== 'array' && type !== 'object'));
  return fc.oneof(...types.map((type) => ofType(type, depth)));
}
