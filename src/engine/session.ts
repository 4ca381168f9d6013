/** Opens a legacy session. Source: 2025-11-25 basic/lifecycle § Initialization; basic/transports § Session Management. */
import type { Session } from '../case/case.js';
import type { Principal } from '../config/config.js';
import { answerOf, describeAnswer } from '../exchange/answer.js';
import { render } from '../exchange/draft.js';
import type { Exchange, Request } from '../exchange/exchange.js';
import { CLIENT_INFO } from '../mcp/envelope.js';
import { LATEST_VERSION } from '../mcp/eras.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { isObject } from '../mcp/json-rpc.js';
import type { Target } from '../target/target.js';

/** `initialize`, asking for a version. */
export const initializeRequest = (path: string, version = LATEST_VERSION.legacy): Request =>
  render({
    era: 'legacy',
    path,
    idToken: '0',
    method: 'initialize',
    params: { protocolVersion: version, capabilities: {}, clientInfo: CLIENT_INFO },
  });

const initializedRequest = (path: string, session: HeaderList): Request =>
  render({ era: 'legacy', path, method: 'notifications/initialized', session });

/** The version that an `initialize` was answered with; undefined where it was not answered with a result. */
export function negotiatedVersion(exchange: Exchange): string | undefined {
  const { kind, message } = answerOf(exchange);
  if (kind !== 'result' || message?.kind !== 'result' || !isObject(message.result)) return undefined;
  const version = message.result['protocolVersion'];
  return typeof version === 'string' ? version : undefined;
}

/** What every request of the session carries: the negotiated version, and the session id where one was given. */
export function sessionHeaders(initialized: Exchange, version: string): HeaderList {
  const id = initialized.response && header(initialized.response.headers, 'mcp-session-id');
  return [['MCP-Protocol-Version', version], ...(id === undefined ? [] : [['Mcp-Session-Id', id] as const])];
}

export async function openSession(
  target: Target,
  as: Principal | null,
  timeoutMs: number,
  channel = 'legacy',
): Promise<Session | { readonly failure: string; readonly exchanges: readonly Exchange[] }> {
  const options = { as, era: 'legacy', channel, timeoutMs } as const;
  const first = await target.send(initializeRequest(target.path), options).exchange;
  const version = negotiatedVersion(first);
  if (version === undefined) {
    return {
      failure: `no legacy session could be opened: initialize was answered with ${describeAnswer(answerOf(first))}`,
      exchanges: [first],
    };
  }
  const headers = sessionHeaders(first, version);
  const second = await target.send(initializedRequest(target.path, headers), options).exchange;
  return { headers, version, exchanges: [first, second] };
}
