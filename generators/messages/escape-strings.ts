/** Letters of strings, keys included, written as `\uXXXX`. Source: RFC 8259 § 7. */
import * as fc from 'fast-check';
import { parseJson } from '../../src/mcp/json-text.js';
import { bodyMutator } from '../mutator.js';

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

const inStrings = (text: string, letters: RegExp): string =>
  parseJson(text) === undefined
    ? text
    : text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (token) =>
        // An escape that is already there keeps its spelling: its letters are not the text's.
        token.replaceAll(/\\(?:u[0-9a-fA-F]{4}|.)|[^"\\]/g, (part) =>
          letters.test(part) && part.length === 1 ? escaped(part) : part,
        ),
      );

export const escapeStrings = bodyMutator(
  'escape-strings',
  fc.constantFrom(/[aeiou]/, /[/]/, /[^\\"]/).map((letters) => (text) => inStrings(text, letters)),
  { neutral: true },
);
