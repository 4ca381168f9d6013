import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAYERS } from '../../src/case/levels.js';
import { gravest, layersOf, levelCounts } from '../../src/report/totals.js';
import { aRow } from './samples.js';

const statuses = fc.array(fc.constantFrom('passed', 'failed', 'not-testable', 'not-applicable'));

test('a failure outweighs a pass, a pass what could not be tested, and that what does not apply', () => {
  expect(gravest(['not-applicable', 'not-testable', 'passed', 'failed'])).toBe('failed');
  expect(gravest(['not-applicable', 'not-testable', 'passed'])).toBe('passed');
  expect(gravest(['not-applicable', 'not-testable'])).toBe('not-testable');
  expect(gravest([])).toBe('not-applicable');
});

test('the order in which rows came does not matter', () => {
  fc.assert(fc.property(statuses, (all) => gravest(all) === gravest(all.toReversed())));
});

test('every row is counted in its layer, and in no other', () => {
  const rows = fc.array(
    fc.record({ layer: fc.constantFrom(...LAYERS), status: fc.constantFrom('passed', 'failed') }).map(aRow),
  );
  fc.assert(
    fc.property(rows, (all) => {
      const layers = layersOf(all);
      expect(layers.reduce((sum, { checks }) => sum + checks, 0)).toBe(all.length);
      expect(layers.reduce((sum, { failed }) => sum + failed, 0)).toBe(
        all.filter(({ status }) => status === 'failed').length,
      );
    }),
  );
});

test('a level without findings is zero, not missing', () => {
  expect(levelCounts([{ level: 'should' }, { level: 'should' }])).toEqual({
    must: 0,
    declared: 0,
    should: 2,
    heuristic: 0,
    divergence: 0,
  });
});
