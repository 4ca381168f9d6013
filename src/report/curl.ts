/**
 * A request as one line to paste into a POSIX shell. Credentials become variables to fill in; what such a line cannot
 * say to the byte (a header with a line break in it) has none, and is left to `replay`.
 */
import type { Request } from '../exchange/exchange.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { inert } from './inert.js';
import { isSecretHeader } from './secret-headers.js';

export interface CommandOptions {
  /** The principal whose credentials it carries: names the variables. */
  readonly principal: string | null;
  /** Further headers that carry credentials. */
  readonly secretHeaders?: readonly string[];
  /** Gives up like the case did. */
  readonly giveUpAfterMs?: number;
}

/** A word that a POSIX shell takes as it is. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Text that a single-quoted word and a terminal both carry unharmed. */
const isPlain = (text: string): boolean => inert(text) === text;

/** Bytes as the format of `printf`, every byte in octal that is not plain ASCII or that printf reads in its own way. */
function printfArgument(bytes: Uint8Array): string {
  const escaped = Array.from(bytes, (byte, i) => {
    const character = String.fromCharCode(byte);
    const isPlainByte = byte >= 0x20 && byte < 0x7f && !'\\%'.includes(character) && !(i === 0 && character === '-');
    return isPlainByte ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `'${escaped.join('').replaceAll("'", `'\\''`)}'`;
}

const utf8 = (bytes: Buffer): string | undefined => {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
};

const variable = (...words: string[]): string =>
  words
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_');

/** `"Authorization: Bearer $WRITER_TOKEN"`: double quotes, so that the shell fills it in. */
function secretArgument(name: string, value: string, principal: string | null): string {
  if (name.toLowerCase() === 'mcp-session-id') return `"${name}: $MCP_SESSION_ID"`;
  const scheme = /^(Bearer|Basic|Token|ApiKey|DPoP) /i.exec(value)?.[0] ?? '';
  const isToken = name.toLowerCase() === 'authorization';
  return `"${name}: ${scheme}$${variable(principal ?? 'caller', isToken ? 'token' : name)}"`;
}

/** What curl writes itself, or adds unasked unless it is told not to. */
function headerArguments(headers: HeaderList, host: string, options: CommandOptions): string[] | undefined {
  const own = headers.filter(([name, value]) => {
    const key = name.toLowerCase();
    return !['content-length', 'transfer-encoding', 'connection'].includes(key) && !(key === 'host' && value === host);
  });
  // Names may hold `$`, a backtick and `!`, which a shell would take for its own within double quotes.
  if (own.some(([name, value]) => !/^[\w#%&'*+.^|~-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(value))) return undefined;
  const given = own.map(([name, value]) => {
    if (isSecretHeader(name, options.secretHeaders)) return secretArgument(name, value, options.principal);
    return quoted(value === '' ? `${name};` : `${name}: ${value}`);
  });
  const unwanted = ['Accept', 'Content-Type'].filter((name) => header(own, name) === undefined);
  return [...given, ...unwanted.map((name) => quoted(`${name}:`))].flatMap((argument) => ['-H', argument]);
}

/** The URL of a path on the target's origin, without credentials. */
function urlOf(target: string, path: string): URL | undefined {
  try {
    const { origin } = new URL(target);
    return path.startsWith('/') && isPlain(path) ? new URL(origin + path) : undefined;
  } catch {
    return undefined;
  }
}

/** `curl …`, or undefined where curl would send something else. */
export function curlCommand(request: Request, target: string, options: CommandOptions): string | undefined {
  const url = urlOf(target, request.path);
  if (url === undefined || !/^[A-Z]+$/.test(request.method)) return undefined;
  const headers = headerArguments(request.headers, url.host, options);
  if (headers === undefined) return undefined;
  const { bytes } = request.body;
  const text = utf8(bytes);
  const isText = text !== undefined && isPlain(text) && !text.startsWith('@');
  const body = bytes.length === 0 ? [] : ['--data-binary', isText ? quoted(text) : '@-'];
  const verb = request.method === (bytes.length === 0 ? 'GET' : 'POST') ? [] : ['-X', request.method];
  const asIs = request.path.includes('/.') ? ['--path-as-is'] : [];
  const giveUp = options.giveUpAfterMs === undefined ? [] : ['--max-time', String(options.giveUpAfterMs / 1000)];
  const flags = [/[[\]{}]/.test(request.path) ? '-sg' : '-s', ...asIs, ...giveUp, ...verb];
  const line = ['curl', ...flags, quoted(url.origin + request.path), ...headers, ...body].join(' ');
  return isText || bytes.length === 0 ? line : `printf ${printfArgument(bytes)} | ${line}`;
}

/** Lines for a stdio server: `printf '%s\n' '{…}' | COMMAND`. */
export function printfCommand(requests: readonly Request[], command: string): string | undefined {
  const texts = requests.map(({ body }) => utf8(body.bytes));
  if (texts.length === 0 || !isPlain(command)) return undefined;
  if (texts.every((text) => text !== undefined && isPlain(text))) {
    return `printf '%s\\n' ${texts.map((text) => quoted(text ?? '')).join(' ')} | ${command}`;
  }
  const bytes = Buffer.concat(requests.flatMap(({ body }) => [body.bytes, Buffer.from('\n')]));
  return `printf ${printfArgument(bytes)} | ${command}`;
}
