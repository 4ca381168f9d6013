import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../src/checks/list.js';
import { NEEDS } from '../../src/checks/needs.js';
import { checksMarkdown } from '../../src/report/checks-markdown.js';
import { expectFile } from '../golden/golden.js';

const page = checksMarkdown(CHECKS);

/** The paragraph of a check. */
const paragraphOf = (id: string): string => page.split('\n### ').find((part) => part.startsWith(`${id}\n`)) ?? '';

test('docs/checks.md is what the catalogue says', () => {
  expectFile(new URL('../../docs/checks.md', import.meta.url), page);
});

describe.each(CHECKS)('the paragraph of $id', ({ id, level, eras, transports, needs, source, explain }) => {
  test('tells its level, where it applies, what is sent, what is right, why, and what it needs', () => {
    const paragraph = paragraphOf(id);
    for (const told of [level, ...eras, ...transports, ...needs, source, explain.sends, explain.right, explain.why]) {
      expect(paragraph).toContain(told);
    }
  });
});

test('each check has one paragraph, and no other thing has one', () => {
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, id]) => id);
  expect(headings).toHaveLength(CHECKS.length);
  expect(new Set(headings)).toEqual(new Set(CHECKS.map(({ id }) => id)));
});

test('the table of needs has the configuration keys of each need', () => {
  for (const [need, { keys }] of Object.entries(NEEDS)) {
    const line = page.split('\n').find((one) => one.startsWith(`| \`${need}\``));
    for (const key of keys) expect(line).toContain(`\`${key}\``);
  }
});
