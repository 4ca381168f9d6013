/** The field lines of an HTTP head, read. Source: RFC 9112 § 5. */
import type { HeaderList } from '../mcp/headers.js';

/** The bytes are no HTTP/1.1 answer, and why. */
export class Malformed extends Error {}

/** Field lines as pairs; a folded line belongs to the one before (RFC 9112 § 5.2). */
export function headerFields(lines: readonly string[]): HeaderList {
  const fields: [string, string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line) && last) {
      last[1] = `${last[1]} ${trim(line)}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) throw new Malformed('a line of its head is no header field');
    fields.push([line.slice(0, colon), trim(line.slice(colon + 1))]);
  }
  return fields;
}

/** Without the spaces and tabs around it, which are no part of a field value; other whitespace is. */
const trim = (value: string): string => value.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '');
