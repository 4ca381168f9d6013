/** Whether the arguments that a tool call carries fit the schema that the tool advertises: judged on the bytes sent. */
import { requestOf } from '../../exchange/answer.js';
import type { Request } from '../../exchange/exchange.js';
import { compileSchema } from '../../mcp/json-schema.js';
import { isObject } from '../../mcp/json-rpc.js';

export type ArgumentsVerdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
  /** No call of this tool, no schema that compiles, or arguments that are no object at all. */
  | { readonly kind: 'unknown' };

export function judgeArguments(request: Request, definition: unknown): ArgumentsVerdict {
  const rpc = requestOf(request);
  if (rpc?.method !== 'tools/call' || !isObject(rpc.params) || !isObject(definition)) return { kind: 'unknown' };
  if (rpc.params['name'] !== definition['name']) return { kind: 'unknown' };
  const args = Object.hasOwn(rpc.params, 'arguments') ? rpc.params['arguments'] : {};
  // Parsers and validators in JavaScript drop or hide this key, so that it says nothing about the server.
  if (isObject(args) && hasKey(args, '__proto__')) return { kind: 'unknown' };
  const compiled = compileSchema(definition['inputSchema']);
  if (!compiled || !isObject(args)) return { kind: 'unknown' };
  const problems = compiled.problems(args);
  return problems.length === 0 ? { kind: 'valid' } : { kind: 'invalid', problems };
}

/** Whether a key stands anywhere in a JSON value. */
function hasKey(value: unknown, key: string): boolean {
  if (Array.isArray(value)) return value.some((one) => hasKey(one, key));
  return isObject(value) && Object.entries(value).some(([own, inside]) => own === key || hasKey(inside, key));
}
