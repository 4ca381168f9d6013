import { describe, expect, it } from 'vitest';
import { fillIn } from '../../src/config/environment.js';

const env = { NAME: 'value', EMPTY: '' };
const fill = (text: string) => fillIn(text, env, 'f.yaml', ['a', 0]);

describe('variables in a configuration', () => {
  it.each([
    ['${NAME}', 'value'],
    ['a${NAME}b${NAME}', 'avaluebvalue'],
    ['${NO:-default}', 'default'],
    ['${EMPTY:-default}', 'default'],
    ['${EMPTY}', ''],
    ['${NO:-}', ''],
    ['${NO:-http://h:1/x}', 'http://h:1/x'],
    ['$.drafts[?(@.a)]', '$.drafts[?(@.a)]'],
    ['$NAME $$ ${} ${1}', '$NAME $$ ${} ${1}'],
  ])('%j becomes %j', (text, expected) => {
    expect(fill(text)).toBe(expected);
  });

  it('are filled in everywhere, and a filled-in value is not looked into again', () => {
    const value = { a: ['${X}', 1, null], b: { c: '${X}' } };
    expect(fillIn(value, { X: '${Y}' }, 'f')).toEqual({ a: ['${Y}', 1, null], b: { c: '${Y}' } });
  });

  it('that are not set are named, with their place', () => {
    expect(() => fill('${NO}')).toThrow(/^f\.yaml: a\[0\] needs the environment variable NO, which is not set\./);
  });
});
