/**
 * The places of a request in which a client sends back what a server gave it: arguments, cursors, URIs, and the headers
 * that mirror them or name a session. Names of tools and the envelope are the client's own.
 */
import { contentOf, type Request } from '../exchange/exchange.js';
import { decodeHeaderValue, encodeHeaderValue } from '../mcp/headers.js';
import { children, parseJson } from '../mcp/json-text.js';
import { parseExact, plainText, writeExact } from '../mcp/exact-json.js';
import type { Keys, Leaf } from './json-place.js';

/** Members of `params` that no server mints. */
const OWN = new Set(['name', '_meta', 'protocolVersion', 'capabilities', 'clientInfo', 'level', 'ref']);
/** Headers that carry what a server gave; those that mirror arguments begin with mcp-param-. */
const CARRYING = new Set(['mcp-session-id', 'mcp-name', 'last-event-id', 'cookie']);

export const carriesValues = (name: string): boolean =>
  CARRYING.has(name.toLowerCase()) || name.toLowerCase().startsWith('mcp-param-');

interface TokenLeaf extends Leaf {
  readonly start: number;
  readonly end: number;
}

/** Every scalar under `params` that may be a server's, with its place in the text. */
function leafTokens(text: string): TokenLeaf[] {
  const found: TokenLeaf[] = [];
  const walk = (start: number, end: number, keys: Keys, isOpen: boolean): void => {
    const inside = children(text, start);
    if (inside.length === 0) {
      const value = parseExact(text.slice(start, end));
      if (isOpen && (typeof value !== 'object' || value === null || !isContainer(text, start)))
        found.push({ keys, value, start, end });
      return;
    }
    inside.forEach((token, i) => {
      const at = [...keys, token.key ?? i];
      const names = at.filter((key) => typeof key === 'string');
      const isOwn = names[0] === 'params' && names.length === 2 && OWN.has(names[1] ?? '');
      if (!isOwn) walk(token.start, token.end, at, isOpen || names[0] === 'params');
    });
  };
  if (parseJson(text) !== undefined) walk(0, text.length, [], false);
  return found;
}

const isContainer = (text: string, start: number): boolean => text[start] === '{' || text[start] === '[';

/** What a request sends that a server may have made. */
export function sentValues(request: Request): Leaf[] {
  const headers = request.headers
    .filter(([name]) => carriesValues(name))
    .map(([name, value]) => ({ keys: ['headers', name.toLowerCase()], value: decodeHeaderValue(value) ?? value }));
  const query = { keys: ['path'], value: request.path };
  return [...leafTokens(contentOf(request.body).toString('utf8')), ...headers, query];
}

export interface Rewriting {
  /** The value to send in place of one that was recorded; the same where nothing is to be changed. */
  value(leaf: Leaf): unknown;
}

/** The request with values put in place of others; every other byte stays. */
export function rewriteRequest(request: Request, rewriting: Rewriting): Request {
  const text = contentOf(request.body).toString('utf8');
  const edits = leafTokens(text).flatMap((leaf) => {
    const value = rewriting.value(leaf);
    return value === leaf.value ? [] : [{ ...leaf, json: writeExact(value) }];
  });
  const headers = request.headers.flatMap(([name, value]) => rewriteHeader(name, value, rewriting));
  const path = plainText(rewriting.value({ keys: ['path'], value: request.path }));
  if (edits.length === 0) return { ...request, headers, path };
  const edited = edits.reduceRight((all, { start, end, json }) => all.slice(0, start) + json + all.slice(end), text);
  return { ...request, headers, path, body: { bytes: Buffer.from(edited, 'utf8') } };
}

/** A value of null takes the header away. */
function rewriteHeader(name: string, value: string, rewriting: Rewriting): (readonly [string, string])[] {
  if (!carriesValues(name)) return [[name, value]];
  const decoded = decodeHeaderValue(value) ?? value;
  const now = rewriting.value({ keys: ['headers', name.toLowerCase()], value: decoded });
  if (now === null) return [];
  if (now === decoded) return [[name, value]];
  return [[name, name.toLowerCase().startsWith('mcp-') ? encodeHeaderValue(plainText(now)) : plainText(now)]];
}
