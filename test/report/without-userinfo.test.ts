import { expect, test } from 'vitest';
import { withoutUserinfo } from '../../src/report/without-userinfo.js';

test.each([
  ['https://me:hunter22@drafts.example/mcp?x=a@b', 'https://drafts.example/mcp?x=a@b'],
  ['https://token@drafts.example', 'https://drafts.example'],
  ['https://me:p@ss@drafts.example/', 'https://drafts.example/'],
  ['http://127.0.0.1:4000/mcp', 'http://127.0.0.1:4000/mcp'],
  ['http://127.0.0.1:4000/@scope', 'http://127.0.0.1:4000/@scope'],
  ['node server.mjs --as me@here', 'node server.mjs --as me@here'],
])('%s is told as %s', (url, told) => {
  expect(withoutUserinfo(url)).toBe(told);
});
