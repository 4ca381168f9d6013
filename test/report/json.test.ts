import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildStory } from '../../src/report/build.js';
import { reportJson } from '../../src/report/json.js';
import { finished, started } from './samples.js';

const reportWith = (text: string) =>
  buildStory([started(), { type: 'note', check: 'schema.open-object', text }, finished], { failOn: 'declared' }).report;

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

test('a report that is read back is the one that was written', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const report = reportWith(text);
      expect(JSON.parse(reportJson(report))).toEqual(report);
    }),
  );
});

test('a report on a terminal moves no cursor and hides nothing, whatever a server said', () => {
  fc.assert(
    fc.property(anyText, (text) => !/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u.test(reportJson(reportWith(text)))),
  );
});

test('a report ends with a line feed and holds one document', () => {
  const text = reportJson(reportWith('plain'));
  expect(text.endsWith('}\n')).toBe(true);
  expect(text.startsWith('{\n  "format": "mcp-shakedown/report",\n  "version": 1,')).toBe(true);
});
