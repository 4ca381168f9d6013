/**
 * The two eras of the protocol. Legacy revisions open with an `initialize` handshake; modern ones carry version and
 * capabilities in every request. Source: 2026-07-28 basic/versioning § Protocol Version Negotiation.
 */
export type Era = 'legacy' | 'modern';

export const ERAS: readonly Era[] = ['legacy', 'modern'];

/** The newest revision of each era, which our own requests speak. */
export const LATEST_VERSION: Readonly<Record<Era, string>> = { legacy: '2025-11-25', modern: '2026-07-28' };

/** A well-formed version that no revision will ever have, for asking a server what it does with the unknown. */
export const UNKNOWN_VERSION = '2099-01-01';

/** Whether a version string names a revision of the modern era; versions are dates, so they compare as text. */
export function isModernVersion(version: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= LATEST_VERSION.modern;
}

/** The era of a request: modern where its `_meta` or its `MCP-Protocol-Version` header names a modern revision. */
export function eraOf(versions: { readonly header?: string | undefined; readonly meta?: string | undefined }): Era {
  return [versions.header, versions.meta].some((one) => one !== undefined && isModernVersion(one))
    ? 'modern'
    : 'legacy';
}
