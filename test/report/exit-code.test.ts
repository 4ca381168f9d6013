import { describe, expect, test } from 'vitest';
import type { Confidence } from '../../src/case/finding.js';
import { FINDING_LEVELS, type FindingLevel, type Level } from '../../src/case/levels.js';
import type { RunVerdict } from '../../src/engine/events.js';
import { exitCodeOf } from '../../src/report/exit-code.js';

const TESTED: RunVerdict = { kind: 'tested' };
const INCONCLUSIVE: RunVerdict = { kind: 'inconclusive', reason: 'no tool call succeeded' };
const UNREACHABLE: RunVerdict = { kind: 'unreachable', reason: 'connection refused' };
const INTERRUPTED: RunVerdict = { kind: 'interrupted' };

const a = (level: FindingLevel, confidence: Confidence = 'confirmed') => ({ level, confidence });

describe('the first line of the table that applies counts', () => {
  test('a clean run that tested something ends with 0', () => {
    expect(exitCodeOf(TESTED, [], 'declared')).toBe(0);
  });

  test('a confirmed finding at the level asked for ends with 1', () => {
    expect(exitCodeOf(TESTED, [a('must')], 'declared')).toBe(1);
  });

  test('a run in which nothing was really tested ends with 3', () => {
    expect(exitCodeOf(INCONCLUSIVE, [], 'declared')).toBe(3);
  });

  test('a finding outweighs what was inconclusive', () => {
    expect(exitCodeOf(INCONCLUSIVE, [a('must')], 'declared')).toBe(1);
  });

  test('a target that could not be reached ends with 4, findings or not', () => {
    expect(exitCodeOf(UNREACHABLE, [a('must')], 'declared')).toBe(4);
  });

  test('an interrupted run ends with 130, findings or not', () => {
    expect(exitCodeOf(INTERRUPTED, [a('must')], 'declared')).toBe(130);
  });
});

describe('--fail-on', () => {
  // The levels that are red for each choice; `declared` includes must.
  const red: readonly (readonly [Level, readonly FindingLevel[]])[] = [
    ['must', ['must']],
    ['declared', ['must', 'declared']],
    ['should', ['must', 'declared', 'should']],
    ['heuristic', ['must', 'declared', 'should', 'heuristic']],
  ];

  test.each(red)('%s is red for that level and the severer ones alone', (failOn, levels) => {
    const failing = FINDING_LEVELS.filter((level) => exitCodeOf(TESTED, [a(level)], failOn) === 1);
    expect(failing).toEqual(levels);
  });

  test.each(['flaky', 'unconfirmed'] as const)('a %s finding is never red', (confidence) => {
    expect(exitCodeOf(TESTED, [a('must', confidence)], 'heuristic')).toBe(0);
  });
});
