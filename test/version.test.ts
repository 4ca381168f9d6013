import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOOL } from '../src/version.js';

test('the program calls itself what its package is called', () => {
  const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  expect(TOOL).toEqual({ name, version });
});
