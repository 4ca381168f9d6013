import { describe, expect, it } from 'vitest';
import type * as fc from 'fast-check';
import { directedInputs, fuzzInputs, type FuzzInput, type FuzzOptions } from '../../generators/fuzz-input.js';
import { mutate } from '../../generators/mutation.js';
import { caseSeed, generateAt, shrinksOf } from '../../generators/seed.js';
import { render } from '../../src/exchange/draft.js';
import { rpcOf, textOf } from '../../src/exchange/exchange.js';
import { isObject } from '../../src/mcp/json-rpc.js';
import { compileSchema } from '../../src/mcp/json-schema.js';

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'count'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 80 },
    count: { type: 'integer', minimum: 0, maximum: 1000 },
    note: { type: 'string', maxLength: 40 },
  },
};

const options = (more: Partial<FuzzOptions> = {}): FuzzOptions => ({
  era: 'modern',
  transport: 'http',
  path: '/mcp',
  tool: { name: 'make', definition: { name: 'make', inputSchema } },
  toolNames: ['make', 'list'],
  ...more,
});

const inputs = (arbitrary: fc.Arbitrary<FuzzInput>, count = 400): FuzzInput[] =>
  Array.from({ length: count }, (_, n) => generateAt(arbitrary, caseSeed(1, 'make', n)).value);

const argumentsOf = ({ draft }: FuzzInput): unknown => draft.params?.['arguments'];

function core(
  arbitrary: fc.Arbitrary<FuzzInput>,
  start: fc.Value<FuzzInput>,
  fails: (input: FuzzInput) => boolean,
): FuzzInput {
  for (let value = start; ;) {
    let next: fc.Value<FuzzInput> | undefined;
    for (const smaller of shrinksOf(arbitrary, value)) {
      if (!fails(smaller.value)) continue;
      next = smaller;
      break;
    }
    if (next === undefined) return value.value;
    value = next;
  }
}

const startWith = (arbitrary: fc.Arbitrary<FuzzInput>, fits: (input: FuzzInput) => boolean): fc.Value<FuzzInput> => {
  for (let n = 0; n < 5_000; n++) {
    const value = generateAt(arbitrary, caseSeed(2, 'make', n));
    if (fits(value.value)) return value;
  }
  throw new Error('no such input came up');
};

const dropped = ({ mutations }: FuzzInput): boolean => mutations.some(({ name }) => name === 'drop-method-header');

const long = (input: FuzzInput): boolean => input.label.startsWith('title: too long');

const labels = (more: Partial<FuzzOptions> = {}): string[] => directedInputs(options(more)).map(({ label }) => label);

describe('random inputs', () => {
  it('are the same for the same seed, to the byte', () => {
    const [once, again] = [inputs(fuzzInputs(options()), 60), inputs(fuzzInputs(options()), 60)];
    expect(again.map(({ request }) => textOf(request.body))).toEqual(once.map(({ request }) => textOf(request.body)));
  });

  it('say rightly whether their arguments are valid', () => {
    const compiled = compileSchema(inputSchema);
    for (const input of inputs(fuzzInputs(options()))) {
      const valid = isObject(argumentsOf(input)) && compiled?.problems(argumentsOf(input)).length === 0;
      expect(input.arguments).toBe(valid ? 'valid' : 'invalid');
    }
  });

  it('are their draft, rendered and mutated', () => {
    for (const { draft, mutations, request } of inputs(fuzzInputs(options()), 100)) {
      expect(request).toEqual(mutate(render(draft), mutations));
    }
  });

  it('mix valid calls, single violations, and mutations of every family', () => {
    const labels = inputs(fuzzInputs(options()), 800).map(({ label }) => label);
    const share = (fits: (label: string) => boolean): number => labels.filter(fits).length / labels.length;
    expect(share((label) => label === 'valid arguments')).toBeGreaterThan(0.2);
    expect(share((label) => label.includes(': '))).toBeGreaterThan(0.2);
    const families = ['drop-method-header', 'drop-meta', 'swap-id', ' + '];
    expect(families.filter((family) => share((label) => label.includes(family)) === 0)).toEqual([]);
  });

  it('carry at most three mutations and one violation', () => {
    for (const { mutations, label } of inputs(fuzzInputs(options()), 400)) {
      expect(mutations.length).toBeLessThanOrEqual(3);
      expect(label.split(': ').length).toBeLessThanOrEqual(2);
    }
  });

  it('lose every mutation that does not matter, and then the violation', () => {
    const arbitrary = fuzzInputs(options());
    const start = startWith(
      arbitrary,
      (input) => dropped(input) && input.mutations.length === 3 && input.arguments === 'invalid',
    );
    const smallest = core(arbitrary, start, dropped);
    expect(smallest.label).toBe('drop-method-header');
    expect(argumentsOf(smallest)).toEqual({ title: 'a', count: 0 });
  });

  it('keep a violation that matters, and nothing else', () => {
    const arbitrary = fuzzInputs(options());
    const smallest = core(
      arbitrary,
      startWith(arbitrary, (input) => long(input) && input.mutations.length > 1),
      long,
    );
    expect(smallest.label).toBe('title: too long');
    expect(argumentsOf(smallest)).toEqual({ title: 'a'.repeat(81), count: 0 });
  });

  it('of the legacy era carry the session, and neither mirrors nor envelope', () => {
    const session = [['Mcp-Session-Id', 'abc'] as const];
    for (const { request, mutations } of inputs(fuzzInputs(options({ era: 'legacy', session })), 200)) {
      expect(request.headers.some(([name, value]) => name.toLowerCase() === 'mcp-session-id' && value === 'abc')).toBe(
        true,
      );
      expect(mutations.filter(({ name }) => name.includes('meta') || name.includes('name-header'))).toEqual([]);
      expect(textOf(request.body)).not.toContain('io.modelcontextprotocol/protocolVersion');
    }
  });

  it('on stdio are mutated in their body alone, and stay one line', () => {
    for (const { draft, request } of inputs(fuzzInputs(options({ transport: 'stdio' })), 200)) {
      expect(request.headers).toEqual(render(draft).headers);
      expect(request.body.bytes.includes(10)).toBe(false);
    }
  });

  it('of a tool whose arguments cannot be generated say so, and are calls all the same', () => {
    const tool = {
      name: 'odd',
      definition: { inputSchema: { type: 'object', properties: { a: false }, required: ['a'] } },
    };
    const valid = inputs(fuzzInputs(options({ tool }))).find(({ label }) => label.startsWith('empty arguments'));
    expect(valid).toMatchObject({
      arguments: 'unknown',
      label: expect.stringContaining('no value was found') as string,
    });
    expect(valid && rpcOf(valid.request)).toMatchObject({ kind: 'single', message: { kind: 'request', name: 'odd' } });
  });
});

describe('directed inputs', () => {
  it('begin with a control, then what must change nothing, edges, violations, and mutations', () => {
    const all = labels();
    const order = [
      'valid arguments',
      'change-name-case',
      'swap-id',
      'note: absent',
      'title: longest',
      'title: too long',
      'drop-meta',
    ];
    expect(order.map((label) => all.indexOf(label))).toEqual(
      order.map((label) => all.indexOf(label)).sort((a, b) => a - b),
    );
    expect(order.filter((label) => !all.includes(label))).toEqual([]);
    expect(all[0]).toBe('valid arguments');
  });

  it('are each there once', () => {
    expect(new Set(labels()).size).toBe(labels().length);
  });

  it('do what their label says', () => {
    for (const { label, arbitrary } of directedInputs(options())) {
      expect(generateAt(arbitrary, 5).value.label).toBe(label);
    }
  });

  it('put mutations on a call that is known to work', () => {
    const known = { title: 'known', count: 3 };
    const dropped = directedInputs(options({ examples: [known] })).find(({ label }) => label === 'drop-method-header');
    expect(dropped && argumentsOf(generateAt(dropped.arbitrary, 1).value)).toEqual(known);
  });

  it('hold the longest title, in characters outside of the basic plane too', () => {
    const titles = directedInputs(options())
      .filter(({ label }) => label.startsWith('title: longest'))
      .map(({ arbitrary }) => (argumentsOf(generateAt(arbitrary, 1).value) as { title: string }).title);
    expect(titles.map((title) => Array.from(title).length)).toEqual([80, 80]);
    expect(titles.some((title) => title.length === 160)).toBe(true);
  });
});
