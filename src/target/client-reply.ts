/**
 * What a client that declared no capability must say when a server asks it something; a server that waits for an
 * answer would otherwise look hung. Source: 2025-11-25 basic/utilities/ping; JSON-RPC 2.0 § 5.1.
 */
import { ERROR_CODES } from '../mcp/error-codes.js';
import type { RpcRequest } from '../mcp/json-rpc.js';

export function clientReply({ idToken, method }: RpcRequest): Buffer {
  const answer =
    method === 'ping'
      ? '"result":{}'
      : `"error":{"code":${ERROR_CODES.methodNotFound},"message":"This client has not declared a capability for this method"}`;
  return Buffer.from(`{"jsonrpc":"2.0","id":${idToken},${answer}}`, 'utf8');
}
