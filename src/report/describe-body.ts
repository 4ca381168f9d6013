/** Bodies in a few words: what differs from the control's, by path, else what the body is. */
import { textOf, type Request } from '../exchange/exchange.js';
import { isObject, readRpc } from '../mcp/json-rpc.js';
import { children, parseJson } from '../mcp/json-text.js';
import { clip, inert } from './inert.js';

const VALUE_CHARACTERS = 60;
const PATHS_MAX = 3;

const shown = (text: string, charactersMax = VALUE_CHARACTERS): string => clip(inert(text), charactersMax);

const step = (path: string, key: string | number): string => {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${shown(JSON.stringify(key))}]`;
  return path === '' ? key : `${path}.${key}`;
};

/** A member of a JSON text: its path and its text. */
type Members = Map<string, { readonly path: string; readonly text: string }>;

function membersOf(text: string, path: string): Members {
  const members: Members = new Map();
  children(text).forEach(({ key, start, end }, i) => {
    const inner = step(path, key ?? i);
    // A key that stands twice keeps both of its places.
    const place = members.has(inner) ? `${inner} again` : inner;
    members.set(place, { path: place, text: text.slice(start, end) });
  });
  return members;
}

const isContainer = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

/** Compared as text, so that `1` and `1.0` differ; only what is an object, or an array, on both sides is looked into. */
function compare(before: string, after: string, path: string): string[] {
  if (before === after) return [];
  if (!isContainer(before) || !isContainer(after) || before[0] !== after[0]) return [`${path} = ${shown(after)}`];
  const [was, is] = [membersOf(before, path), membersOf(after, path)];
  return [
    ...[...was.values()].filter((one) => !is.has(one.path)).map((one) => `no ${one.path}`),
    ...[...is.values()].flatMap((one) => compare(was.get(one.path)?.text ?? '', one.text, one.path)),
  ];
}

/** What a JSON body has that another lacks, by path, at most three of them; the id of a message does not count. */
export function differences(before: string, after: string): readonly string[] {
  if (!isObject(parseJson(before)) || !isObject(parseJson(after))) return [];
  const found = compare(before.trim(), after.trim(), '').filter((one) => !/^(?:id = |no id$)/.test(one));
  return found.length <= PATHS_MAX ? found : [...found.slice(0, PATHS_MAX), `and ${found.length - PATHS_MAX} more`];
}

/** `tools/call create_draft {"title":5}`, or what the body is where it is no single message. */
export function describeBody(request: Request): string {
  const text = textOf(request.body);
  const { bytes } = request.body;
  if (bytes.length === 0) return 'no body';
  const content = readRpc(text);
  if (content.kind === 'batch') return `a batch of ${content.messages.length}: ${shown(text, 90)}`;
  if (content.kind === 'foreign') {
    const what = parseJson(text) === undefined ? 'bytes that are no JSON' : 'bytes that are no JSON-RPC';
    return `${bytes.length} ${what}: ${shown(text, 90)}`;
  }
  const { message } = content;
  if (!('method' in message)) return shown(text, 90);
  const args = isObject(message.params) ? message.params['arguments'] : undefined;
  return [message.method, message.name, args === undefined ? undefined : JSON.stringify(args)]
    .flatMap((part) => (part === undefined ? [] : [shown(part, 90)]))
    .join(' ');
}
