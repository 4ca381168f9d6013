/**
 * The official client, pinned to one era. Left alone it speaks legacy, and in `auto` whatever it finds, so that a result
 * would not say what it is about: every call of ours names its era, and the era that came of it is kept as evidence.
 * Its own judgement is not the server's: it validates results and gives up on its own clock, with codes of its own.
 */
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Agent, fetch as undiciFetch } from 'undici';
import type { Principal, TargetConfig } from '../config/config.js';
import { CLIENT_INFO } from '../mcp/envelope.js';
import { LATEST_VERSION, type Era } from '../mcp/eras.js';
import { systemWords } from './system-words.js';

export interface PinnedOptions {
  readonly target: TargetConfig;
  readonly era: Era;
  readonly as: Principal | null;
  readonly timeoutMs: number;
  readonly insecure?: boolean;
}

/** What the client threw: a code of its own (`ERA_NEGOTIATION_FAILED`), or a JSON-RPC code of the server. */
export interface Rejection {
  readonly code: string | number | undefined;
  readonly message: string;
  /** The network failed, so that it says nothing about the server's protocol. */
  readonly isUnreachable: boolean;
}

export type Settled<T> = { readonly value: T } | { readonly rejected: Rejection };

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface PinnedClient {
  /** What the client itself says it speaks, after the connection was made. */
  readonly era: Era | undefined;
  readonly version: string | undefined;
  /** All pages. */
  listTools(): Promise<Settled<readonly Tool[]>>;
  callTool(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<Settled<CallToolResult>>;
  close(): Promise<void>;
}

/** Connects in exactly this era. A server that does not offer it makes the client reject, which is a value here. */
export async function callPinned(options: PinnedOptions): Promise<Settled<PinnedClient>> {
  const { era, timeoutMs } = options;
  const mode = era === 'modern' ? { pin: LATEST_VERSION.modern } : 'legacy';
  const client = new Client(CLIENT_INFO, { versionNegotiation: { mode, probe: { timeoutMs } } });
  const { transport, release } = transportOf(options);
  const close = async (): Promise<void> => {
    await client.close();
    await release();
  };
  const connected = await settle(client.connect(transport, { timeout: timeoutMs }));
  if ('rejected' in connected) {
    await close();
    return connected;
  }
  return {
    value: {
      era: client.getProtocolEra(),
      version: client.getNegotiatedProtocolVersion(),
      listTools: () => settle(client.listTools(undefined, { timeout: timeoutMs }).then(({ tools }) => tools)),
      callTool: (name, args, { signal, timeoutMs: limitMs = timeoutMs } = {}) =>
        settle(client.callTool({ name, arguments: args }, { timeout: limitMs, ...(signal ? { signal } : {}) })),
      close,
    },
  };
}

function transportOf({ target, as, insecure = false }: PinnedOptions): {
  transport: Transport;
  release: () => Promise<void>;
} {
  if (target.kind === 'stdio') {
    const { command, args, env, cwd } = target;
    const parameters = { command, args: [...args], env: { ...ownEnvironment(), ...env }, stderr: 'ignore' as const };
    return {
      transport: new StdioClientTransport({ ...parameters, ...(cwd === undefined ? {} : { cwd }) }),
      release: () => Promise.resolve(),
    };
  }
  // Connections of its own, which are closed with it.
  const agent = new Agent({ connect: { rejectUnauthorized: !insecure } });
  const send = (url: string | URL, init?: RequestInit) =>
    undiciFetch(url, {
      ...(init as Parameters<typeof undiciFetch>[1]),
      dispatcher: agent,
    }) as unknown as Promise<Response>;
  const headers = (as?.headers ?? []).map(([name, value]): [string, string] => [name, value]);
  const transport = new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers }, fetch: send });
  return { transport, release: () => agent.destroy() };
}

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await promise };
  } catch (error) {
    return { rejected: rejectionOf(error) };
  }
}

function rejectionOf(error: unknown): Rejection {
  const { code } = error as { code?: string | number };
  const causes = causesOf(error);
  const words = error instanceof Error && error.message !== '' ? error.message : systemWords(error);
  const root = causes.at(-1);
  const isUnreachable = causes.some(isNetworkFailure);
  return { code, message: isUnreachable && root !== error ? `${words}: ${systemWords(root)}` : words, isUnreachable };
}

/** fetch says no more than this of a failed connection, and the system names the call that failed. */
const isNetworkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  ((error.name === 'TypeError' && error.message === 'fetch failed') ||
    typeof (error as NodeJS.ErrnoException).syscall === 'string');

/** An error and what it says it came from; the client keeps some causes in `data`. */
function causesOf(error: unknown, depth = 0): unknown[] {
  if (typeof error !== 'object' || error === null || depth > 8) return [];
  const { cause, data } = error as { cause?: unknown; data?: { cause?: unknown } };
  return [error, ...causesOf(cause ?? data?.cause, depth + 1)];
}
