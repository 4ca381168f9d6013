/** Lines that lack what every reader relies on are damaged, not half an exchange. */
import { expect, test } from 'vitest';
import { decodeLine } from '../../src/recording/codec.js';

test.each([
  '{"type":"request"}',
  '{"type":"request","n":"x","at":5}',
  '{"type":"response"}',
  '{"type":"event","n":1}',
  '{"type":"end","n":1,"atMs":2}',
  '[]',
  '5',
  '{"type":"requ',
])('%s is no line', (text) => {
  expect(decodeLine(Buffer.from(text))).toBeUndefined();
});

test('a kind of line that a later program added is let through', () => {
  expect(decodeLine(Buffer.from('{"type":"later"}'))).toEqual({ type: 'later' });
});
