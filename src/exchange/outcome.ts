/** How an exchange ended, read from its request and what came back. Source: the recording format, `outcome`. */
import { messagesOf } from './answer.js';
import { rpcOf, type Outcome, type Request, type Response } from './exchange.js';
import { isObject, type RpcContent, type RpcMessage } from '../mcp/json-rpc.js';

export interface Ending {
  readonly clientGone: boolean;
  /** The answer ended before its framing said so. */
  readonly cut: boolean;
  readonly unreachable: boolean;
}

/** The outcome of one request by the messages that came back; undefined where none of them answers it. */
export function outcomeOfId(idToken: string, messages: readonly RpcMessage[]): Outcome | undefined {
  for (const message of messages) {
    if (message.kind === 'error' && (message.idToken === idToken || (message.idToken ?? 'null') === 'null'))
      return 'protocol-error';
    if (message.kind === 'result' && message.idToken === idToken) {
      return isObject(message.result) && message.result['isError'] === true ? 'tool-error' : 'ok';
    }
  }
  return undefined;
}

/** What was seen of an answer, where it is not kept as a whole: of a long stream only its responses are. */
export interface SeenAnswer {
  readonly status: number | undefined;
  readonly messages: readonly RpcMessage[];
}

/**
 * An answer that was seen counts even if the client closed before the stream ended. Notifications, replies, batches
 * and plain HTTP are `ok` below 400.
 */
export function outcomeFrom(content: RpcContent, seen: SeenAnswer | undefined, ending: Ending): Outcome {
  if (ending.unreachable) return 'unreachable';
  const asked = content.kind === 'single' && content.message.kind === 'request' ? content.message : undefined;
  const messages = seen?.messages ?? [];
  const answered = asked && outcomeOfId(asked.idToken, messages);
  if (answered) return answered;
  if (ending.clientGone) return 'aborted-by-client';
  if (ending.cut) return 'truncated-by-server';
  if (seen === undefined) return 'no-result';
  if (asked !== undefined) return 'no-result';
  if (content.kind === 'foreign' && messages.some(({ kind }) => kind === 'error')) return 'protocol-error';
  return seen.status === undefined || seen.status < 400 ? 'ok' : 'no-result';
}

/** The outcome of an exchange that is there as a whole. */
export const outcomeOf = (request: Request, response: Response | undefined, ending: Ending): Outcome =>
  outcomeFrom(rpcOf(request), response && { status: response.status, messages: messagesOf(response) }, ending);

/** How one member of a batch ended, in an exchange with this outcome and these messages in its answer. */
export function outcomeOfMember(
  message: RpcMessage | undefined,
  { messages, outcome }: { readonly messages: readonly RpcMessage[]; readonly outcome: Outcome },
): Outcome {
  if (message === undefined) return 'no-result';
  if (message.kind !== 'request') return outcome;
  return outcomeOfId(message.idToken, messages) ?? (outcome === 'ok' ? 'no-result' : outcome);
}
