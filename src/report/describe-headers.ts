/**
 * Headers that are not as usual, with what the body says beside those that must mirror it.
 * Source: 2026-07-28 basic/transports/streamable-http § Standard Request Headers.
 */
import type { Request } from '../exchange/exchange.js';
import { isModernVersion } from '../mcp/eras.js';
import { decodeHeaderValue, header, headerValues, type HeaderList } from '../mcp/headers.js';
import { metaVersion, type RpcMessage } from '../mcp/json-rpc.js';
import { clip, inert } from './inert.js';
import { isSecretHeader } from './secret-headers.js';

/** A header that mirrors a member of the body. */
interface Mirror {
  readonly name: string;
  readonly inBody: (message: RpcMessage) => string;
  readonly value: (message: RpcMessage) => string | undefined;
}

/** What is to be said of one header. */
interface Remark {
  readonly name: string;
  readonly text: string;
}

const methodOf = (message: RpcMessage): string | undefined => ('method' in message ? message.method : undefined);

const MIRRORS: readonly Mirror[] = [
  { name: 'MCP-Protocol-Version', inBody: () => '_meta version', value: metaVersion },
  { name: 'Mcp-Method', inBody: () => 'method', value: methodOf },
  {
    name: 'Mcp-Name',
    inBody: (message) => (methodOf(message) === 'resources/read' ? 'params.uri' : 'params.name'),
    value: (message) => ('name' in message ? message.name : undefined),
  },
];

/** What a plain request carries, or what the way it travels adds, is worth no word. */
const USUAL: Readonly<Record<string, RegExp>> = {
  'content-type': /^application\/json$/i,
  accept: /application\/json.*text\/event-stream/i,
  host: /./,
  'content-length': /./,
  'transfer-encoding': /./,
  connection: /./,
  'user-agent': /./,
  'accept-encoding': /./,
  'accept-language': /./,
  'sec-fetch-mode': /./,
};

const shown = (value: string): string => clip(inert(value), 60);

function sent(name: string, values: readonly string[]): string {
  if (values.length === 0) return `no ${shown(name)}`;
  const one = (value: string) => (isSecretHeader(name) ? 'another value' : shown(value) || '(empty)');
  return values.map((value) => `${shown(name)}: ${one(value)}`).join(', again ');
}

/** A header that says something else than the body, with what the body says. */
function remarkOn({ name, inBody, value }: Mirror, headers: HeaderList, message: RpcMessage): Remark[] {
  const values = headerValues(headers, name);
  const expected = value(message);
  if (values.length === 0 && expected === undefined) return [];
  if (values.length === 0) return [{ name, text: sent(name, []) }];
  if (values.length === 1 && expected !== undefined && decodeHeaderValue((values[0] ?? '').trim()) === expected)
    return [];
  const body = expected === undefined ? '' : `      body: ${inBody(message)} = ${shown(JSON.stringify(expected))}`;
  return [{ name, text: sent(name, values) + body }];
}

/** Only a request that follows the modern era, in its headers or its envelope, has headers that must mirror it. */
function mirrored(headers: HeaderList, message: RpcMessage | undefined): Remark[] {
  const version = metaVersion(message);
  const isModern = header(headers, 'mcp-method') !== undefined || (version !== undefined && isModernVersion(version));
  return message && isModern ? MIRRORS.flatMap((mirror) => remarkOn(mirror, headers, message)) : [];
}

/** What a header list has that the control's lacks, and the other way round. A session id is another one each time. */
function changed(headers: HeaderList, control: HeaderList): Remark[] {
  const names = new Map([...control, ...headers].map(([name]) => [name.toLowerCase(), name]));
  return [...names].flatMap(([key, name]) => {
    const [now, before] = [headerValues(headers, key), headerValues(control, key)];
    if (now.join('\n') === before.join('\n')) return [];
    if (key === 'mcp-session-id' && now.length === before.length) return [];
    return [{ name, text: sent(name, now) }];
  });
}

const unusual = (headers: HeaderList): Remark[] =>
  headers.flatMap(([name, value]) => {
    const key = name.toLowerCase();
    const isExpected = isSecretHeader(name) || key.startsWith('mcp-') || USUAL[key]?.test(value);
    return isExpected ? [] : [{ name, text: sent(name, [value]) }];
  });

/** The headers of an HTTP request that deserve a word; `control` is the same request as it should have been. */
export function describeHeaders(
  headers: HeaderList,
  message: RpcMessage | undefined,
  control?: Request,
): readonly string[] {
  if (headers.length === 0) return [];
  const mirrors = mirrored(headers, message);
  const told = new Set(mirrors.map(({ name }) => name.toLowerCase()));
  const others = control === undefined ? unusual(headers) : changed(headers, control.headers);
  return [...mirrors, ...others.filter(({ name }) => !told.has(name.toLowerCase()))].map(({ text }) => text);
}
