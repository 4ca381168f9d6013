import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingId, type Fault } from '../../src/case/finding-id.js';

const FAULT: Fault = {
  check: 'header.name-mismatch',
  era: 'modern',
  transport: 'http',
  principal: 'writer',
  tool: 'create_draft',
  signature: 'result',
};

const faults = fc.record<Fault>({
  check: fc.string(),
  era: fc.constantFrom('legacy', 'modern'),
  transport: fc.constantFrom('http', 'stdio'),
  principal: fc.option(fc.string()),
  tool: fc.option(fc.string()),
  signature: fc.string(),
});

test('an id is F- and six characters that nobody misreads', () => {
  fc.assert(fc.property(faults, (fault) => /^F-[0-9A-HJKMNP-TV-Z]{6}$/.test(findingId(fault))));
});

test('the same fault has the same id in every run, whatever the order of its members', () => {
  fc.assert(
    fc.property(faults, (fault) => {
      const turned = Object.fromEntries(Object.entries(fault).toReversed()) as unknown as Fault;
      return findingId(turned) === findingId(fault);
    }),
  );
});

test('the id of a known fault never changes, as reports and baselines keep it', () => {
  expect(findingId(FAULT)).toBe('F-DGM0EM');
});

test('every part of a fault tells it from others', () => {
  const others: Fault[] = [
    { ...FAULT, check: 'header.name-missing' },
    { ...FAULT, era: 'legacy' },
    { ...FAULT, transport: 'stdio' },
    { ...FAULT, principal: 'reader' },
    { ...FAULT, principal: null },
    { ...FAULT, tool: 'list_drafts' },
    { ...FAULT, tool: null },
    { ...FAULT, signature: 'tool_error' },
  ];
  expect(new Set([FAULT, ...others].map(findingId)).size).toBe(others.length + 1);
});

test('parts do not run into each other', () => {
  expect(findingId({ ...FAULT, principal: 'a', tool: 'b' })).not.toBe(
    findingId({ ...FAULT, principal: 'a","b', tool: null }),
  );
  expect(findingId({ ...FAULT, principal: null })).not.toBe(findingId({ ...FAULT, principal: 'null' }));
});
