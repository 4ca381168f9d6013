/**
 * Which eras a server speaks, by how it answers a complete modern `server/discover` and a plain legacy `initialize`.
 * Source: 2026-07-28 basic/versioning § Compatibility Matrix.
 */
import { answerOf } from '../exchange/answer.js';
import type { Exchange } from '../exchange/exchange.js';
import { ERROR_CODES } from '../mcp/error-codes.js';
import { isModernVersion, LATEST_VERSION } from '../mcp/eras.js';
import { isObject, type JsonObject } from '../mcp/json-rpc.js';
import { negotiatedVersion } from './session.js';

export interface EraFound {
  readonly versions: readonly string[];
  /** The result that says so; `{}` where an error did. */
  readonly about: JsonObject;
}

const MODERN_REFUSALS: readonly number[] = [
  ERROR_CODES.headerMismatch,
  ERROR_CODES.missingClientCapability,
  ERROR_CODES.unsupportedProtocolVersion,
];

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The modern side, by the answer to `server/discover`; undefined where there is none. */
export function modernEra(discover: Exchange): EraFound | undefined {
  const { kind, http, rpc, message } = answerOf(discover);
  if (kind === 'result' && message?.kind === 'result' && isObject(message.result)) {
    const { result } = message;
    const versions = strings(result['supportedVersions']).filter(isModernVersion);
    // A legacy server may answer an unknown method with an empty result: the modern one says what kind of result it is.
    if (versions.length === 0 && !Object.hasOwn(result, 'resultType')) return undefined;
    return { versions: versions.length > 0 ? versions : [LATEST_VERSION.modern], about: result };
  }
  if (kind !== 'error' || rpc === undefined || message?.kind !== 'error') return undefined;
  const refused = MODERN_REFUSALS.includes(rpc) || (rpc === ERROR_CODES.methodNotFound && http === 404);
  if (!refused) return undefined;
  const supported = isObject(message.data) ? strings(message.data['supported']).filter(isModernVersion) : [];
  return { versions: supported.length > 0 ? supported : [LATEST_VERSION.modern], about: {} };
}

/** The legacy side, by the answer to `initialize`; undefined where there is none. */
export function legacyEra(initialize: Exchange): EraFound | undefined {
  const version = negotiatedVersion(initialize);
  if (version === undefined || isModernVersion(version)) return undefined;
  const { message } = answerOf(initialize);
  const about = message?.kind === 'result' && isObject(message.result) ? message.result : {};
  return { versions: [version], about };
}
