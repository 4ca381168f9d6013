/**
 * Headers whose values never stand in a report: credentials, and session ids, which are as good as one. A name tells
 * by its last word; the owner's own names come from the configuration.
 */
const ALWAYS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'mcp-session-id', 'api-key', 'apikey'];

const TELLING =
  /(?:^|[-_.])(?:password|passwd|secret|token|credentials?|auth|authorization|cookie|(?:api|private|access)[-_.]?key)$/i;

export function isSecretHeader(name: string, own: readonly string[] = []): boolean {
  const key = name.toLowerCase();
  return ALWAYS.includes(key) || TELLING.test(key) || own.some((one) => one.toLowerCase() === key);
}
