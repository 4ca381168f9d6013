/** JSON-RPC error codes of the protocol. Source: 2026-07-28 basic/index § Error Codes; JSON-RPC 2.0 § 5.1. */
export const ERROR_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedProtocolVersion: -32022,
} as const;
