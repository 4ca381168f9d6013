/**
 * Who waits for what on a stdio channel. Answers come in any order, so they are matched by the text of their id; where
 * an id is in flight twice, and where an error names none, by the order of the requests.
 * Source: 2026-07-28 basic/transports/stdio; JSON-RPC 2.0 § 5 (an id that could not be read is null).
 */
import { rpcOf, type Request } from '../exchange/exchange.js';
import { isObject, readRpc, type RpcMessage } from '../mcp/json-rpc.js';
import { parseJson, textAt } from '../mcp/json-text.js';

export interface Waiter {
  readonly request: Request;
  /** Takes the line that answers it. */
  answer(line: Buffer): void;
}

interface Entry {
  readonly waiter: Waiter;
  /** The ids that an answer may name. */
  readonly ids: Set<string>;
  /** Its answer may name no id: it is no request that a server could read one from. */
  readonly isMalformed: boolean;
  readonly lines: Buffer[];
}

/** Whether anything is to be waited for: notifications and responses are not answered. */
export function isAnswered(request: Request): boolean {
  const content = rpcOf(request);
  if (content.kind === 'single') return content.message.kind === 'request';
  if (content.kind === 'batch')
    return content.messages.length === 0 || content.messages.some((one) => one?.kind !== 'notification');
  return true;
}

function idsOf(request: Request): string[] {
  const content = rpcOf(request);
  const text = request.body.bytes.toString('utf8');
  if (content.kind === 'single') return 'idToken' in content.message ? [content.message.idToken ?? 'null'] : [];
  if (content.kind === 'batch') return content.messages.flatMap((one) => (one?.kind === 'request' ? one.idToken : []));
  return isObject(parseJson(text)) ? [textAt(text, ['id']) ?? 'null'] : [];
}

const isPlainId = (token: string): boolean => /^(?:"|-?\d+$)/.test(token);

export class Waiting {
  #entries: Entry[] = [];

  add(waiter: Waiter): void {
    const { request } = waiter;
    const ids = new Set(idsOf(request));
    const isRequest = rpcOf(request).kind === 'single' && [...ids].every(isPlainId);
    this.#entries.push({ waiter, ids, isMalformed: !isRequest, lines: [] });
  }

  remove(waiter: Waiter): void {
    this.#entries = this.#entries.filter((entry) => entry.waiter !== waiter);
  }

  /** Hands a line with responses to whoever waits for it; false where nobody does. */
  give(line: Buffer): boolean {
    const content = readRpc(line.toString('utf8'));
    const messages = content.kind === 'single' ? [content.message] : content.kind === 'batch' ? content.messages : [];
    const responses = messages.filter((one) => one?.kind === 'result' || one?.kind === 'error');
    const first = responses[0];
    const entry = first && this.#entryFor(first);
    if (entry === undefined) return false;
    for (const response of responses)
      if (response && 'idToken' in response) entry.ids.delete(response.idToken ?? 'null');
    entry.lines.push(line);
    const namesNone = first !== undefined && idOf(first) === 'null';
    if (entry.ids.size > 0 && !namesNone) return true;
    this.remove(entry.waiter);
    entry.waiter.answer(
      entry.lines.length === 1
        ? line
        : Buffer.from(entry.lines.map((one) => one.toString('latin1')).join('\n'), 'latin1'),
    );
    return true;
  }

  #entryFor(response: RpcMessage): Entry | undefined {
    const id = idOf(response);
    const named = this.#entries.find(({ ids }) => ids.has(id));
    if (named || response.kind !== 'error' || id !== 'null') return named;
    // It may belong to any; with several well-formed ones in flight a guess could give one the other's answer.
    return (
      this.#entries.find(({ isMalformed }) => isMalformed) ??
      (this.#entries.length === 1 ? this.#entries[0] : undefined)
    );
  }
}

const idOf = (message: RpcMessage): string => ('idToken' in message ? (message.idToken ?? 'null') : 'null');
