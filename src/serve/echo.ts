/**
 * The caller's own tokens in recorded bytes: the id that an answer carries, the progress token that notifications
 * name, the id of a subscription. They are replaced where they stand, as the caller wrote them; every other byte stays.
 * Source: JSON-RPC 2.0 § 5; 2026-07-28 basic/utilities/progress, basic/utilities/subscriptions.
 */
import { children, parseJson, type Token } from '../mcp/json-text.js';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Recorded tokens (by `tokenKey`), each with the caller's own as it was written. */
export interface Echo {
  readonly ids: ReadonlyMap<string, string>;
  readonly progressTokens: ReadonlyMap<string, string>;
}

/** A piece of a text and what comes in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One key for all spellings of a token: `"a"` and `"\u0061"` are the same id. */
export function tokenKey(token: string): string {
  const value = parseJson(token);
  return typeof value === 'string' ? JSON.stringify(value) : token;
}

/** The edits that a JSON text needs; both sides Latin-1, one character a byte, so that no byte can be lost. */
export function echoEdits(text: string, echo: Echo): Edit[] {
  if (echo.ids.size === 0 && echo.progressTokens.size === 0) return [];
  if (parseJson(text) === undefined) return cutShortEdits(text, echo);
  const isBatch = /^[ \t\r\n]*\[/.test(text);
  const starts = isBatch ? children(text).map(({ start }) => start) : [0];
  return starts.flatMap((start) => messageEdits(text, start, echo)).toSorted((a, b) => a.start - b.start);
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduceRight((all, { start, end, text: other }) => all.slice(0, start) + other + all.slice(end), text);
}

function messageEdits(text: string, start: number, { ids, progressTokens }: Echo): Edit[] {
  const members = children(text, start);
  const method = members.findLast(({ key }) => key === 'method');
  const methodName = method && text.slice(method.start, method.end);
  const inside = (tokens: readonly Token[], key: string): Token[] =>
    tokens.filter((one) => one.key === key).flatMap((one) => children(text, one.start));
  // A message with a method is the server's own: its id is of the server's id space.
  const answered = method === undefined ? members.filter(({ key }) => key === 'id') : [];
  const carrying = [...inside(members, 'params'), ...inside(members, 'result')];
  const subscriptions = inside(carrying, '_meta').filter(({ key }) => key === SUBSCRIPTION_ID);
  const progress =
    methodName === '"notifications/progress"'
      ? inside(members, 'params').filter(({ key }) => key === 'progressToken')
      : [];
  return [
    ...[...answered, ...subscriptions].flatMap((token) => swap(text, token, ids)),
    ...progress.flatMap((token) => swap(text, token, progressTokens)),
  ];
}

function swap(text: string, { start, end }: Pick<Token, 'start' | 'end'>, tokens: ReadonlyMap<string, string>): Edit[] {
  const recorded = Buffer.from(text.slice(start, end), 'latin1').toString('utf8');
  const own = tokens.get(tokenKey(recorded));
  return own === undefined || own === recorded
    ? []
    : [{ start, end, text: Buffer.from(own, 'utf8').toString('latin1') }];
}

const OUTER_TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;
const ID_VALUE = /^\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)(?=\s*[,}])/;

/** Of a text that is cut short: the id where it stands before the cut. */
function cutShortEdits(text: string, { ids }: Echo): Edit[] {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(OUTER_TOKEN)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && token === '"method"') return [];
    else if (depth === 1 && token === '"id"') {
      const at = index + token.length;
      const [all, value] = ID_VALUE.exec(text.slice(at)) ?? [];
      if (all === undefined || value === undefined) continue;
      const start = at + all.length - value.length;
      return swap(text, { start, end: start + value.length }, ids);
    }
  }
  return [];
}
