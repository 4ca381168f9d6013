import { expect, test } from 'vitest';
import { palette, PLAIN, wantsColour } from '../../../src/report/terminal/palette.js';

test('colour goes to a terminal', () => {
  expect(wantsColour({ isTTY: true }, { TERM: 'xterm' }, false)).toBe(true);
});

test.each([
  ['a pipe', {}, {}, false],
  ['NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, false],
  ['--no-color', { isTTY: true }, {}, true],
  ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, false],
])('%s gets none', (_what, stream, environment, isRefused) => {
  expect(wantsColour(stream, environment, isRefused)).toBe(false);
});

test('an empty NO_COLOR says nothing (no-color.org)', () => {
  expect(wantsColour({ isTTY: true }, { NO_COLOR: '' }, false)).toBe(true);
});

test('a plain palette leaves text as it is, whatever the terminal of this process', () => {
  expect(Object.values(PLAIN).map((paint: (text: string) => string) => paint('text'))).toEqual(Array(6).fill('text'));
  expect(palette(true).bad('text')).toBe('\u001b[31mtext\u001b[39m');
});
