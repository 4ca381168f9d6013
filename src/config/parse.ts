/** The text of a configuration file, YAML or JSON (which is YAML), as a checked value. */
import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { UserError } from '../user-error.js';
import { fillIn, type Environment } from './environment.js';
import { nearest } from './nearest.js';
import { kindOf, placeOf, valueAt } from './places.js';
import { fileSchema, knownKeysAt, type ConfigFile } from './schema.js';

/** Reads the text as a value, or says on which line it is no YAML (or JSON). */
export function parseText(text: string, file: string): unknown {
  const document = parseDocument(text, { prettyErrors: true, logLevel: 'error' });
  const language = file.endsWith('.json') ? 'JSON' : 'YAML';
  const [error] = document.errors;
  if (error !== undefined) {
    const at = error.linePos?.[0];
    const place = at === undefined ? '' : `, line ${at.line}, column ${at.col}`;
    throw new UserError(`${file}${place}: not valid ${language}: ${firstSentence(error.message)}.`);
  }
  try {
    const value: unknown = document.toJS();
    // An alias to what it stands in has no end.
    JSON.stringify(value);
    return value;
  } catch (error) {
    // An alias without its anchor, or one that unfolds to more than any configuration needs.
    throw new UserError(`${file}: not valid ${language}: ${firstSentence((error as Error).message)}.`);
  }
}

/** What the parser says, without its picture of the line. */
const firstSentence = (message: string): string => (message.split(/ at line \d+|\n/)[0] ?? '').replace(/\.$/, '');

/** The content of a configuration file, with its variables filled in. */
export function parseConfigFile(text: string, file: string, env: Environment): ConfigFile {
  const value = fillIn(parseText(text, file) ?? {}, env, file);
  const checked = fileSchema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new UserError(`${file}: ${issue ? sentenceFor(issue, value) : 'it could not be read'}.`);
}

function sentenceFor(issue: z.core.$ZodIssue, value: unknown): string {
  const place = placeOf(issue.path);
  const read = valueAt(value, issue.path);
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const near = nearest(key, knownKeysAt(issue.path) ?? []);
    const where = place === '' ? '' : ` in ${place}`;
    return `unknown key ${JSON.stringify(key)}${where}${near === undefined ? '' : `; the nearest known one is ${JSON.stringify(near)}`}`;
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const near = typeof read === 'string' ? nearest(read, allowed) : undefined;
    const said = typeof read === 'string' ? JSON.stringify(read) : kindOf(read);
    return `${place} is ${said}, expected one of ${allowed.join(', ')}${near === undefined ? '' : `; the nearest is ${near}`}`;
  }
  if (issue.code === 'invalid_type') {
    return `${place === '' ? 'the file' : place} is ${kindOf(read)}, expected ${EXPECTED[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const limit = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
    return Array.isArray(read)
      ? `${place} has too few entries, expected ${limit}`
      : `${place} is ${String(read)}, expected ${limit}`;
  }
  return `${place}: ${issue.message}`;
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
};
