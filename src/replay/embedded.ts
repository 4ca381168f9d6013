/** JSON inside strings, which is how most tools still answer: the text of a content block. */
import { parseExact } from '../mcp/exact-json.js';

const BEGINS = /^\s*[{[]/;

/** The object or array that a string holds; undefined where it holds none. */
export function embeddedJson(text: string): object | undefined {
  if (!BEGINS.test(text)) return undefined;
  const value = parseExact(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
