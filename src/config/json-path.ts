/** JSONPath expressions (RFC 9535), as the configuration uses them to name places in a JSON value. */
import { exec, type JsonValue } from 'jsonpath-rfc9535';
import parse from 'jsonpath-rfc9535/parser';
import { UserError } from '../user-error.js';

export interface PathMatch {
  /** Normalized path (RFC 9535 § 2.7): `$['drafts'][0]`. */
  readonly path: string;
  readonly value: unknown;
}

/** Refuses an expression that is none, naming the place in the configuration where it stands. */
export function checkPath(expression: string, place: string): void {
  try {
    parse(expression);
  } catch (error) {
    throw new UserError(
      `${place}: ${JSON.stringify(expression)} is no JSONPath expression (RFC 9535): ${whyNot(error)}`,
    );
  }
}

/** What the parser stumbled over; its own message lists every character that might have stood there. */
function whyNot(error: unknown): string {
  const { found, location } = error as { found?: string | null; location?: { start: { column: number } } };
  if (location === undefined) return (error as Error).message;
  const what = typeof found === 'string' ? JSON.stringify(found) : 'the end';
  return `unexpected ${what} at character ${location.start.column}; it begins with $, as in $.drafts[*].status`;
}

/** Every place in a JSON value that an expression matches, in document order. */
export function matches(expression: string, value: unknown, place = 'JSONPath'): PathMatch[] {
  checkPath(expression, place);
  const found: PathMatch[] = [];
  exec(value as JsonValue, expression, (matched, path) => found.push({ path: normalized(path), value: matched }));
  return found;
}

/** The library hands keys over escaped already. */
const normalized = (path: readonly (string | number)[]): string =>
  `$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `['${step}']`)).join('')}`;
