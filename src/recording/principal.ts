/**
 * Who asked. A caller is named by the configuration, or by a keyed hash of its credentials; callers without any are
 * one caller. The session is no credential: it changes, and it says nothing of who opened it.
 */
import type { Principal } from '../config/config.js';
import { headerValues, type HeaderList } from '../mcp/headers.js';
import { keyedHash } from './redaction/mask.js';
import { headerTells } from './redaction/telling-names.js';

/** Whoever sends no credential. */
export const ANONYMOUS = 'anonymous';

const NOT_WHO = new Set(['mcp-session-id', 'cookie', 'set-cookie']);

const carries = (headers: HeaderList, principal: Principal): boolean =>
  principal.headers.every(([name, value]) => headerValues(headers, name).includes(value));

/** The credentials of a request: headers whose names tell; cookies only where there is nothing else. */
function credentialsOf(headers: HeaderList): HeaderList {
  const telling = headers.filter(([name]) => headerTells(name) && !NOT_WHO.has(name.toLowerCase()));
  return telling.length > 0 ? telling : headers.filter(([name]) => name.toLowerCase() === 'cookie');
}

/** The configured caller that carries the most headers of its own, else the hash of what was sent. */
export function principalOf(headers: HeaderList, configured: readonly Principal[], key: Buffer): string {
  const credentials = credentialsOf(headers);
  const named = configured
    .filter((one) => carries(headers, one) && (one.headers.length > 0 || credentials.length === 0))
    .toSorted((a, b) => b.headers.length - a.headers.length)[0];
  if (named !== undefined) return named.name;
  if (credentials.length === 0) return ANONYMOUS;
  const text = credentials.map(([name, value]) => `${name.toLowerCase()}: ${value}`).toSorted();
  return `p-${keyedHash(key, `principal\n${text.join('\n')}`)}`;
}
