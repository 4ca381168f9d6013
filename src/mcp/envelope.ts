/**
 * The per-request envelope of the modern era, inside `params._meta`.
 * Source: 2026-07-28 basic/index § _meta; schema § RequestMetaObject.
 */
import { TOOL } from '../version.js';
import { LATEST_VERSION } from './eras.js';

export const META_VERSION = 'io.modelcontextprotocol/protocolVersion';
export const META_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
export const META_CLIENT = 'io.modelcontextprotocol/clientInfo';

/** What our own requests call themselves. */
export const CLIENT_INFO = TOOL;

export type Envelope = Record<string, unknown>;

/** A complete envelope; members given replace its own. */
export function envelope(members: Envelope = {}): Envelope {
  return {
    [META_VERSION]: LATEST_VERSION.modern,
    [META_CAPABILITIES]: {},
    [META_CLIENT]: CLIENT_INFO,
    ...members,
  };
}

/** Methods whose `Mcp-Name` header mirrors a member of `params`, and which member that is. */
export const NAMED_BY: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** The tool, prompt or resource that a request names, where its method names one. */
export function nameOf(method: string | undefined, params: unknown): string | undefined {
  const member = method === undefined ? undefined : NAMED_BY[method];
  if (member === undefined || typeof params !== 'object' || params === null) return undefined;
  const value = (params as Record<string, unknown>)[member];
  return typeof value === 'string' ? value : undefined;
}
