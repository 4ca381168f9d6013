/**
 * Masks inside JSON text without rewriting it: string values are replaced where they stand, every other byte stays. It
 * reads token by token, without recursion, so that text which is cut off, or nested without end, is masked as well.
 */
const SPACE = new Set([' ', '\t', '\n', '\r']);

export interface JsonVisitor {
  /**
   * What a string value becomes. `key` is the member it stands under, or the nearest one above an array; `escaped`
   * says that it is spelt differently in the text.
   */
  value(content: string, key: string | undefined, escaped: boolean): string;
}

/** The index after the closing quote of the string that opens at `at`; the end of the text where it never closes. */
function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c) i++;
    else if (code === 0x22) return i + 1;
  }
  return text.length;
}

function decoded(token: string): string | undefined {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token) as string;
  } catch {
    return undefined;
  }
}

/** The content of a string token; where it is cut off or malformed, as far as it can be read. */
function contentOf(token: string, closed: boolean): string {
  const whole = closed ? token : `${token.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '')}"`;
  return decoded(whole) ?? whole.slice(1, -1);
}

const isClosed = (text: string, start: number, end: number): boolean =>
  end - start >= 2 && text[end - 1] === '"' && endOfString(text, start) === end && !endsInEscape(text, start, end);

// `"abc\"` cut off there ends in a quote that belongs to an escape.
function endsInEscape(text: string, start: number, end: number): boolean {
  let backslashes = 0;
  for (let i = end - 2; i > start && text[i] === '\\'; i--) backslashes++;
  return backslashes % 2 === 1;
}

/** The text with its string values replaced as the visitor says. */
export function mapJsonStrings(text: string, visitor: JsonVisitor): string {
  /** For each open object or array, the key whose value it is. */
  const above: (string | undefined)[] = [];
  let key: string | undefined;
  let copied = 0;
  let result = '';
  for (let i = 0; i < text.length;) {
    const c = text[i];
    if (c === '{' || c === '[') {
      above.push(key);
      if (c === '{') key = undefined;
      i++;
    } else if (c === '}' || c === ']') {
      key = above.pop();
      i++;
    } else if (c === '"') {
      const end = endOfString(text, i);
      const closed = isClosed(text, i, end);
      const token = text.slice(i, end);
      const content = contentOf(token, closed);
      let after = end;
      while (SPACE.has(text.charAt(after))) after++;
      if (text[after] === ':') {
        key = content;
        i = after + 1;
        continue;
      }
      const value = visitor.value(content, key, token.includes('\\'));
      if (value !== content) {
        const masked = JSON.stringify(value);
        result += text.slice(copied, i) + (closed ? masked : masked.slice(0, -1));
        copied = end;
      }
      i = end;
    } else i++;
  }
  return copied === 0 ? text : result + text.slice(copied);
}
