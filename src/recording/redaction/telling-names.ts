/**
 * Names that tell that their value is a secret: those whose last word, whatever the case or the separator, is one of a
 * short list. Names that only look alike (`progressToken`, `maxTokens`, `token_type`, `nextCursor`) are not among them.
 */
const TELLING = /(?:password|passwd|secret|token|apikey|privatekey|credential|authorization|cookie)$/;

/** Ends in a telling word, and is a protocol field all the same. */
const LOOKS_ALIKE = new Set(['progresstoken']);

/** Whether a key, a variable, an option or a header names a secret. */
export function nameTells(name: string): boolean {
  // Numbered copies (`password2`, `API_KEY_1`) are what their name is without the number.
  const letters = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[0-9]+$/, '');
  return TELLING.test(letters) && !LOOKS_ALIKE.has(letters);
}

/** Headers whose value is a credential or a session, beside those whose name tells. */
const SECRET_HEADERS = new Set(['mcp-session-id', 'set-cookie']);

export const headerTells = (name: string): boolean => SECRET_HEADERS.has(name.toLowerCase()) || nameTells(name);
