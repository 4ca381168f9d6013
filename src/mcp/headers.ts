/**
 * HTTP header lists as they cross the wire: order, case and duplicates kept, names and values Latin-1, one character a
 * byte. Source for the MCP headers: 2026-07-28 basic/transports/streamable-http § Standard Request Headers.
 */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The first value under a name, in any case. */
export function header(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([one]) => one.toLowerCase() === wanted)?.[1];
}

/** All values under a name, in their order. */
export function headerValues(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([one]) => one.toLowerCase() === wanted).map(([, value]) => value);
}

/** The list without a name. */
export function withoutHeader(headers: HeaderList, name: string): HeaderList {
  const wanted = name.toLowerCase();
  return headers.filter(([one]) => one.toLowerCase() !== wanted);
}

/** The list with one value under a name: in the place of the first one there, else at the end. */
export function withHeader(headers: HeaderList, name: string, value: string): HeaderList {
  const wanted = name.toLowerCase();
  const at = headers.findIndex(([one]) => one.toLowerCase() === wanted);
  if (at < 0) return [...headers, [name, value]];
  return headers.flatMap((pair, i) =>
    i === at ? [[name, value] as const] : pair[0].toLowerCase() === wanted ? [] : [pair],
  );
}

/** A flat list (`rawHeaders` of node:http) as pairs. */
export function pairs(flat: readonly string[]): HeaderList {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) list.push([flat[i] ?? '', flat[i + 1] ?? '']);
  return list;
}

const SENTINEL = /^=\?base64\?(.*)\?=$/s;
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The form in which a value travels in `Mcp-Name` and `Mcp-Param-*`: as it is where it is visible ASCII, else as
 * `=?base64?…?=` of its UTF-8. Source: 2026-07-28 basic/transports/streamable-http § Value Encoding.
 */
export function encodeHeaderValue(value: string): string {
  if (PLAIN.test(value) && !SENTINEL.test(value)) return value;
  return `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

/** The value behind a header value, or undefined where its Base64 is malformed. */
export function decodeHeaderValue(value: string): string | undefined {
  const encoded = SENTINEL.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!BASE64.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
