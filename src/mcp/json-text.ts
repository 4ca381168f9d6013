/**
 * JSON as text. What a parser tidies away (numbers beyond 2^53, `1.0`, duplicate keys, the spelling of an id) is the
 * very thing under test, so tokens are found and replaced in the text itself.
 */

/** A value in a JSON text: its key where it stands in an object, and the half-open range of its token. */
export interface Token {
  readonly key?: string;
  readonly start: number;
  readonly end: number;
}

/** Parses, or gives undefined where the text is not JSON. (No JSON text parses to undefined.) */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const skipSpace = (text: string, at: number): number => {
  let i = at;
  while (i < text.length && ' \t\n\r'.includes(text.charAt(i))) i++;
  return i;
};

const endOfString = (text: string, at: number): number => {
  let i = at + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
};

/** The end of the value that starts at `at`; the text must be valid JSON. */
function endOfValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOfString(text, at);
  if (first !== '{' && first !== '[') {
    let i = at;
    while (i < text.length && !',]} \t\n\r'.includes(text.charAt(i))) i++;
    return i;
  }
  let depth = 0;
  for (let i = at; i < text.length;) {
    const c = text[i];
    if (c === '"') {
      i = endOfString(text, i);
      continue;
    }
    if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') depth--;
    i++;
    if (depth === 0) return i;
  }
  return text.length;
}

/**
 * The members of the object, or the elements of the array, that starts at `at` in a valid JSON text: every one, in
 * order, duplicates included. A scalar has none.
 */
export function children(text: string, at = 0): Token[] {
  const found: Token[] = [];
  const open = skipSpace(text, at);
  if (text[open] !== '{' && text[open] !== '[') return found;
  const isObject = text[open] === '{';
  let i = skipSpace(text, open + 1);
  while (i < text.length && text[i] !== '}' && text[i] !== ']') {
    let key: string | undefined;
    if (isObject) {
      const end = endOfString(text, i);
      key = JSON.parse(text.slice(i, end)) as string;
      i = skipSpace(text, skipSpace(text, end) + 1);
    }
    const end = endOfValue(text, i);
    found.push(key === undefined ? { start: i, end } : { key, start: i, end });
    i = skipSpace(text, end);
    if (text[i] === ',') i = skipSpace(text, i + 1);
  }
  return found;
}

/** The token at a path. Of duplicate keys the last one counts, as for every JSON parser in JavaScript. */
export function tokenAt(text: string, path: readonly (string | number)[]): Token | undefined {
  const start = skipSpace(text, 0);
  let token: Token = { start, end: endOfValue(text, start) };
  for (const step of path) {
    const inside = children(text, token.start);
    const next = typeof step === 'number' ? inside[step] : inside.findLast(({ key }) => key === step);
    if (next === undefined || (typeof step === 'number' && next.key !== undefined)) return undefined;
    token = next;
  }
  return token;
}

/** The JSON text of the value at a path. */
export function textAt(text: string, path: readonly (string | number)[]): string | undefined {
  const token = tokenAt(text, path);
  return token && text.slice(token.start, token.end);
}

/** The text with the value at a path replaced by other JSON text, all else untouched. */
export function replaceAt(text: string, path: readonly (string | number)[], json: string): string {
  const token = tokenAt(text, path);
  return token ? text.slice(0, token.start) + json + text.slice(token.end) : text;
}

/** Object keys that stand more than once in one object, anywhere in a valid JSON text. */
export function hasDuplicateKeys(text: string, at = 0): boolean {
  const inside = children(text, at);
  const keys = inside.flatMap(({ key }) => (key === undefined ? [] : [key]));
  return new Set(keys).size < keys.length || inside.some(({ start }) => hasDuplicateKeys(text, start));
}
