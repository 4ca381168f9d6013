/** The JSON-RPC requests of an exchange: one, or those of a batch, in order. */
import { rpcOf, type Exchange } from '../exchange/exchange.js';
import type { RpcMessage, RpcRequest } from '../mcp/json-rpc.js';
import type { Asked } from './document.js';

export interface Member extends Asked {
  readonly rpc: RpcRequest;
  /** `tools/call get_total` as the tool's name, anything else as its method. */
  readonly what: string;
}

/** All messages that a request carries, other than what is no JSON-RPC. */
export function messagesIn({ request }: Pick<Exchange, 'request'>): readonly RpcMessage[] {
  const content = rpcOf(request);
  if (content.kind === 'single') return [content.message];
  return content.kind === 'batch' ? content.messages.filter((one) => one !== undefined) : [];
}

export const requestMembers = (exchange: Pick<Exchange, 'request'>): readonly Member[] =>
  messagesIn(exchange)
    .filter((message) => message.kind === 'request')
    .map((rpc, i) => ({ rpc, idToken: rpc.idToken, isFirst: i === 0, what: whatOf(rpc) }));

/** What a request asks for, in one or two words. */
export const whatOf = ({ method, name }: RpcRequest): string =>
  name === undefined ? method : method === 'tools/call' ? name : `${method} ${name}`;

/** The tool that a request calls. */
export const toolOf = ({ method, name }: RpcRequest): string | null =>
  method === 'tools/call' ? (name ?? null) : null;
