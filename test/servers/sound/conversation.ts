/** One message in, what is answered out: the part of the test server that both transports share. */
import { isRecord, memberOf, type Asked, type Behaviour, type Era, type Message, type Refusal } from './behaviour.js';
import type { Storage, ToolResult } from './drafts.js';

/** JSON text of the answer with its HTTP status; undefined where there is none. */
export interface Reply {
  readonly status: number;
  readonly text?: string;
}

export interface Surroundings {
  readonly behaviour: Behaviour;
  readonly storage: Storage;
  readonly delayMs: number;
  /** Calls under way, by what a cancellation of them says. */
  readonly underway: Map<string, AbortController>;
}

/** Parses a body or a line; undefined where it is no message. */
export function messageOf(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value['method'] === 'string' ? (value as unknown as Message) : undefined;
  } catch {
    return undefined;
  }
}

/** The era that a request is read in, from its bytes alone. */
export function eraOf({ transport, message, header }: Omit<Asked, 'era'>, { eras }: Behaviour): Era {
  if (message.method === 'initialize' || !eras.includes('modern')) return 'legacy';
  if (!eras.includes('legacy')) return 'modern';
  if (transport === 'stdio') return isRecord(message.params) && '_meta' in message.params ? 'modern' : 'legacy';
  const named = memberOf({ transport, message, header, era: 'modern', caller: '' }, 'protocolVersion');
  const versions = [...header('mcp-protocol-version'), named];
  return versions.some((one) => typeof one === 'string' && one >= '2026-07-28') ? 'modern' : 'legacy';
}

const isRefusal = (value: object): value is Refusal => 'code' in value;

/** Refused before any method is looked at, in the order in which a sound server looks. */
function refusalOf(asked: Asked, behaviour: Behaviour): Refusal | undefined {
  if (asked.era === 'legacy') return undefined;
  const overHttp = asked.transport === 'http';
  return (
    behaviour.envelope(asked) ??
    (overHttp ? behaviour.versionHeader(asked) : undefined) ??
    behaviour.version(asked) ??
    (overHttp ? (behaviour.methodHeader(asked) ?? behaviour.nameHeader(asked)) : undefined)
  );
}

async function callTool(asked: Asked, around: Surroundings, signal: AbortSignal): Promise<Refusal | ToolResult> {
  const { behaviour, storage, delayMs } = around;
  const { name, arguments: args = {} } = asked.message.params ?? {};
  const tool = behaviour.toolsFor(asked.caller).find((one) => one.name === name);
  if (tool === undefined) return behaviour.unknownTool(asked);
  const refused = behaviour.validate(tool.name, args, storage, asked.caller);
  if (refused) return refused;
  return behaviour.run(tool.name, args as Record<string, unknown>, { storage, caller: asked.caller, signal, delayMs });
}

async function resultOf(asked: Asked, around: Surroundings, signal: AbortSignal): Promise<Refusal | object | null> {
  const { behaviour } = around;
  const { era, message, caller } = asked;
  switch (message.method) {
    case 'initialize': {
      if (!behaviour.eras.includes('legacy')) return behaviour.initializeRefusal(asked);
      const protocolVersion = behaviour.negotiated(String(message.params?.['protocolVersion']));
      return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'sound', version: '1' } };
    }
    case 'tools/list':
      return { tools: behaviour.toolsFor(caller).map(({ definition }) => definition) };
    case 'tools/call':
      return callTool(asked, around, signal);
    case 'server/discover':
      if (era === 'modern') return behaviour.discover();
      break;
    case 'ping':
      if (era === 'legacy') return {};
      break;
  }
  return { status: era === 'modern' ? 404 : 200, code: -32601, message: 'Method not found' };
}

const textOf = (id: unknown, rest: object): string => JSON.stringify({ jsonrpc: '2.0', id, ...rest });

/** Answers a request; a call that is given up meanwhile has no answer. */
export async function replyTo(asked: Asked, around: Surroundings, call: AbortController): Promise<Reply> {
  const { behaviour } = around;
  const { message, era } = asked;
  const failed = ({ status, code, message: words, data }: Refusal): Reply => ({
    status,
    text: textOf(behaviour.errorId(message.id), { error: { code, message: words, data } }),
  });
  const refused = refusalOf(asked, behaviour);
  if (refused) return failed(refused);
  const result = await resultOf(asked, around, call.signal).catch(() => null);
  if (result === null) return { status: 200 };
  if (isRefusal(result)) return failed(result);
  const typed = era === 'modern' ? { resultType: 'complete', ...result } : result;
  return { status: 200, text: textOf(behaviour.resultId(message.id), { result: typed }) };
}
