import { describe, expect, it } from 'vitest';
import { HEADER_MUTATORS, headerMutations, headerMutators } from '../../../generators/headers/index.js';
import type { Mutator } from '../../../generators/mutator.js';
import { generateAt } from '../../../generators/seed.js';
import { decodeHeaderValue, header, headerValues, type HeaderList } from '../../../src/mcp/headers.js';
import { context, mutated, sampleCall } from '../sample-call.js';

const named = (name: string): Mutator => {
  const found = HEADER_MUTATORS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no mutator ${name}`);
  return found;
};

const headersBy = (name: string): HeaderList[] => mutated(named(name)).map(({ headers }) => headers);

/** What a sound server reads out of headers: values trimmed and decoded, by name in lower case. */
const meaning = (headers: HeaderList): Record<string, string | undefined> =>
  Object.fromEntries(
    headers
      .filter(([name]) => !/^x-/i.test(name))
      .map(([name, value]) => [name.toLowerCase(), decodeHeaderValue(value.trim())] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

describe('a header mutation', () => {
  it.each(HEADER_MUTATORS.filter(({ neutral }) => neutral).map(({ name }) => name))(
    '%s means the same as before',
    (name) => {
      const before = sampleCall();
      for (const headers of headersBy(name)) {
        expect(headers).not.toEqual(before.headers);
        expect(meaning(headers)).toEqual(meaning(before.headers));
      }
    },
  );

  it.each(HEADER_MUTATORS.filter(({ neutral }) => !neutral).map(({ name }) => name))(
    '%s means something else',
    (name) => {
      for (const headers of headersBy(name)) {
        const same = JSON.stringify(meaning(headers)) === JSON.stringify(meaning(sampleCall().headers));
        expect(same && headers.length === sampleCall().headers.length).toBe(false);
      }
    },
  );

  it.each(HEADER_MUTATORS.map(({ name }) => name))('%s leaves the body alone', (name) => {
    for (const request of mutated(named(name))) expect(request.body).toEqual(sampleCall().body);
  });

  it.each([
    ['drop-method-header', 'Mcp-Method'],
    ['drop-name-header', 'Mcp-Name'],
    ['drop-version-header', 'MCP-Protocol-Version'],
    ['drop-param-header', 'Mcp-Param-Region'],
  ])('%s leaves out %s', (name, which) => {
    expect(headersBy(name).map((headers) => header(headers, which))).toEqual([undefined]);
  });

  it('swap-name-header names the other tool, and near misses', () => {
    const names = headersBy('swap-name-header').map((headers) => header(headers, 'Mcp-Name'));
    expect(names).toEqual(expect.arrayContaining(['other', 'REPORT', 'reportx', 'repor']));
    expect(names).not.toContain('report');
  });

  it('swap-method-header names the methods that the server knows', () => {
    const methods = headersBy('swap-method-header').map((headers) => header(headers, 'Mcp-Method'));
    expect(methods).toEqual(expect.arrayContaining(['prompts/get', 'server/discover', 'TOOLS/CALL']));
  });

  it('malform-base64 makes values that no decoder reads as the name', () => {
    for (const headers of headersBy('malform-base64')) {
      expect(decodeHeaderValue(header(headers, 'Mcp-Name') ?? '')).not.toBe('report');
    }
  });

  it('duplicate-header sends one of them twice', () => {
    const counts = headersBy('duplicate-header').map(
      (headers) => headerValues(headers, 'Mcp-Name').length + headerValues(headers, 'Mcp-Method').length,
    );
    expect(counts).toContain(3);
  });

  it('of parameters is not there for a tool that mirrors none', () => {
    const plain = { ...context, definition: { inputSchema: { type: 'object' } } };
    const names = Array.from({ length: 200 }, (_, seed) => generateAt(headerMutations(plain), seed).value.name);
    expect(names.filter((name) => name.includes('param'))).toEqual([]);
  });

  it('of mirrors is not there in the legacy era, and none at all on stdio', () => {
    const legacy = headerMutators({ ...context, era: 'legacy' }).map(({ name }) => name);
    expect(legacy.sort()).toEqual([
      'add-unknown-header',
      'change-name-case',
      'reverse-header-order',
      'swap-version-header',
    ]);
    expect(headerMutators({ ...context, transport: 'stdio' })).toEqual([]);
  });
});
