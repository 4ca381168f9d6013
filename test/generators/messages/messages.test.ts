import { describe, expect, it } from 'vitest';
import { MESSAGE_MUTATORS } from '../../../generators/messages/index.js';
import type { Mutator } from '../../../generators/mutator.js';
import { rpcOf, textOf } from '../../../src/exchange/exchange.js';
import { mutated, sampleCall } from '../sample-call.js';

const named = (name: string): Mutator[] => MESSAGE_MUTATORS.filter((one) => one.name === name);

describe('a message mutation', () => {
  it.each(MESSAGE_MUTATORS.map(({ name }) => name))(
    '%s changes the text and, but for the id, nothing that it says',
    (name) => {
      const before = JSON.parse(textOf(sampleCall().body)) as object;
      const requests = named(name).flatMap((one) => mutated(one));
      expect(requests.some((request) => textOf(request.body) !== textOf(sampleCall().body))).toBe(true);
      for (const request of requests) {
        const { id, ...after } = JSON.parse(textOf(request.body)) as { id: unknown };
        expect({ ...after, id: 7 }).toEqual(before);
        expect(name === 'swap-id' || id === 7).toBe(true);
        expect(textOf(request.body)).not.toContain('\n');
      }
    },
  );

  it('swap-id sends ids of every legal kind, in their own spelling', () => {
    const ids = named('swap-id')
      .flatMap((one) => mutated(one))
      .map(rpcOf)
      .map((rpc) => (rpc.kind === 'single' && 'idToken' in rpc.message ? rpc.message.idToken : undefined));
    expect(ids).toEqual(expect.arrayContaining(['0', '-1', '9007199254740991', '""', '"1"']));
    expect(ids.some((id) => /^"[0-9a-f-]{36}"$/.test(id ?? ''))).toBe(true);
  });
});
