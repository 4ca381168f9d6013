/** Edits of members in JSON text: all that is not edited keeps its spelling. */
import { children, parseJson, tokenAt, type Token } from '../src/mcp/json-text.js';

type Path = readonly (string | number)[];

/** The object at a path with its members; undefined where there is none. */
function objectAt(text: string, path: Path): { readonly token: Token; readonly members: readonly Token[] } | undefined {
  const token = parseJson(text) === undefined ? undefined : tokenAt(text, path);
  return token && text[token.start] === '{' ? { token, members: children(text, token.start) } : undefined;
}

/** The text without a member of the object at a path, every one of that name. */
export function withoutMemberAt(text: string, path: Path, key: string): string {
  const found = objectAt(text, path);
  const at = found?.members.findLastIndex((member) => member.key === key) ?? -1;
  const member = found?.members[at];
  if (found === undefined || member === undefined) return text;
  const before = found.members[at - 1];
  const after = found.members[at + 1];
  // The comma goes with it: the one before, or that of the first member, which stands behind.
  const start = before ? before.end : found.token.start + 1;
  const end = before || !after ? member.end : text.indexOf(',', member.end) + 1;
  return withoutMemberAt(text.slice(0, start) + text.slice(end), path, key);
}

/** The text with a member added as the last of the object at a path. */
export function withMemberAt(text: string, path: Path, key: string, json: string): string {
  const found = objectAt(text, path);
  if (found === undefined) return text;
  const comma = found.members.length > 0 ? ',' : '';
  const at = found.token.end - 1;
  return `${text.slice(0, at)}${comma}${JSON.stringify(key)}:${json}${text.slice(at)}`;
}
