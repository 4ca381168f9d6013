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
  readonly header: string;
  inBody(message: RpcMessage): string;
  value(message: RpcMessage): string | undefined;
}

const methodOf = (message: RpcMessage): string | undefined => ('method' in message ? message.method : undefined);

const MIRRORS: readonly Mirror[] = [
  { header: 'MCP-Protocol-Version', inBody: () => '_meta version', value: metaVersion },
  { header: 'Mcp-Method', inBody: () => 'method', value: methodOf },
  {
    header: 'Mcp-Name',
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

const isMirror = (name: string): boolean =>
  MIRRORS.some((mirror) => mirror.header.toLowerCase() === name.toLowerCase());
const shown = (value: string): string => clip(inert(value), 60);
const line = (name: string, value: string): string =>
  isSecretHeader(name) ? `${shown(name)}: another value` : `${shown(name)}: ${shown(value) || '(empty)'}`;

function describeMirror(
  { header: name, inBody, value }: Mirror,
  headers: HeaderList,
  message: RpcMessage,
): string | undefined {
  const values = headerValues(headers, name);
  const expected = value(message);
  if (values.length === 1 && expected !== undefined && decodeHeaderValue((values[0] ?? '').trim()) === expected)
    return undefined;
  if (values.length === 0) return expected === undefined ? undefined : `no ${name}`;
  const sent = values.map((one) => line(name, one)).join(', again ');
  return expected === undefined ? sent : `${sent}      body: ${inBody(message)} = ${shown(JSON.stringify(expected))}`;
}

/** Only a request that follows the modern era, in its headers or its envelope, has headers that must mirror it. */
function mirrored(headers: HeaderList, message: RpcMessage | undefined): readonly string[] {
  const version = metaVersion(message);
  const isModern = header(headers, 'mcp-method') !== undefined || (version !== undefined && isModernVersion(version));
  return message && isModern ? MIRRORS.flatMap((mirror) => describeMirror(mirror, headers, message) ?? []) : [];
}

/** What a header list has that the control's lacks, and the other way round. A session id is another one each time. */
function changed(headers: HeaderList, control: HeaderList): readonly string[] {
  const names = new Map([...headers, ...control].map(([name]) => [name.toLowerCase(), name]));
  return [...names].flatMap(([key, name]) => {
    const [now, before] = [headerValues(headers, key), headerValues(control, key)];
    if (now.join('\n') === before.join('\n') || (key === 'mcp-session-id' && now.length === before.length)) return [];
    return now.length === 0 ? [`no ${shown(name)}`] : [now.map((value) => line(name, value)).join(', again ')];
  });
}

const unusual = (headers: HeaderList): readonly string[] =>
  headers.flatMap(([name, value]) => {
    const key = name.toLowerCase();
    const isExpected = isSecretHeader(name) || key.startsWith('mcp-') || USUAL[key]?.test(value);
    return isExpected ? [] : [line(name, value)];
  });

/** The headers of an HTTP request that deserve a word; `control` is the same request as it should have been. */
export function describeHeaders(
  headers: HeaderList,
  message: RpcMessage | undefined,
  control?: Request,
): readonly string[] {
  if (headers.length === 0) return [];
  const mirrors = mirrored(headers, message);
  const others = control === undefined ? unusual(headers) : changed(headers, control.headers);
  const told = (text: string) => mirrors.some((one) => one.startsWith(text.split(':')[0] ?? text));
  return [...mirrors, ...others.filter((one) => !(isMirror(one.replace(/^no /, '').split(':')[0] ?? '') && told(one)))];
}
