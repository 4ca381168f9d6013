/** Header fields as users write them: `Name: value` on the command line, a key and its text in a file. */
import type { HeaderList } from '../mcp/headers.js';
import { UserError } from '../user-error.js';

/** Source: RFC 9110 § 5.1 (token). */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Source: RFC 9110 § 5.5, with bytes above 0x7F as Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Checks one field. The value is a credential, so no error repeats it. */
export function checkHeader(name: string, value: string, place: string): readonly [string, string] {
  if (!NAME.test(name)) {
    throw new UserError(
      `${place}: ${JSON.stringify(name)} is no header name; expected letters, digits and hyphens, as in "Authorization".`,
    );
  }
  const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, '');
  if (VALUE.test(trimmed)) return [name, trimmed];
  throw new UserError(
    `${place}: the value of ${name} holds a line break, a control character or a character outside Latin-1, which no header may hold.`,
  );
}

/** The fields of repeated `--header` flags, in their order. */
export function parseHeaderFlags(flags: readonly string[]): HeaderList {
  return flags.map((flag, i) => {
    const colon = flag.indexOf(':');
    const place = flags.length > 1 ? `--header (number ${i + 1})` : '--header';
    if (colon < 0) throw new UserError(`${place} has no colon; expected --header 'Name: value'.`);
    return checkHeader(flag.slice(0, colon).trim(), flag.slice(colon + 1), place);
  });
}
