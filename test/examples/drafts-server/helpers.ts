/** What the tests of the drafts server share: starting it, the official client pinned to one era, and requests by hand. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import {
  startDraftsServer,
  type DraftsServer,
  type DraftsServerOptions,
} from '../../../examples/drafts-server/index.js';

export const modernVersion = '2026-07-28';
export type Era = 'legacy' | 'modern';
export const bothEras: Era[] = ['legacy', 'modern'];
export const aDraft = { title: 'Title', body: 'Body' };
export const seedIds = ['draft-welcome', 'draft-roadmap'];

export async function start(options: DraftsServerOptions = {}): Promise<DraftsServer> {
  const server = await startDraftsServer({ delayMs: 20, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** The official client, which speaks this era or fails. */
export async function connect(era: Era, transport: Transport): Promise<Client> {
  const mode = era === 'modern' ? { pin: modernVersion } : 'legacy';
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

export function httpTransport(server: DraftsServer, token: string = server.tokens.writer): Transport {
  return new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
}

export function connectHttp(server: DraftsServer, era: Era, token?: string): Promise<Client> {
  return connect(era, httpTransport(server, token));
}

/** One message POSTed by hand; a header set to undefined is left out. */
export function post(
  server: DraftsServer,
  message: { id?: number; method: string; params?: Record<string, unknown> },
  headers: Record<string, string | undefined> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${server.tokens.writer}`,
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return fetch(server.url, {
    method: 'POST',
    headers: given,
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    ...(signal && { signal }),
  });
}

export const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

const mainPath = fileURLToPath(new URL('../../../examples/drafts-server/main.ts', import.meta.url));

/** The command that starts the server from its source. */
export function command(...args: string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: ['--import', 'tsx', mainPath, ...args] };
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the program to its end. */
export async function runToEnd(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const { command: program, args: all } = command(...args);
  try {
    const ended = await promisify(execFile)(program, all, { env: { ...process.env, ...env } });
    return { code: 0, ...ended };
  } catch (error) {
    return error as Ended;
  }
}
