/** A server that is recorded and gone, and its stand-in: what a client saw of the one is held against the other. */
import { onTestFinished } from 'vitest';
import type { Recording } from '../../src/recording/recording.js';
import { readRecording } from '../../src/recording/read.js';
import type { Miss } from '../../src/serve/miss.js';
import { serve, type Served, type ServeOptions } from '../../src/serve/serve.js';
import { answerBody, exchangeOnce, recorder, requestText } from '../proxy/helpers.js';

/** Records what some requests, sent one after another, get of a server; gives the recording and the answers. */
export async function recorded(
  target: string,
  requests: readonly string[],
): Promise<{ readonly recording: Recording; readonly answers: readonly string[] }> {
  const proxy = await recorder(target);
  const answers: string[] = [];
  for (const request of requests) answers.push(await exchangeOnce(proxy.port, request));
  await proxy.close();
  return { recording: readRecording(proxy.file), answers };
}

export interface TestServed extends Served {
  readonly misses: readonly Miss[];
  readonly problems: readonly string[];
  /** Everything that comes back for a request, until the connection closes. */
  ask(request: string): Promise<string>;
}

export async function served(recording: Recording | string, more: Partial<ServeOptions> = {}): Promise<TestServed> {
  const misses: Miss[] = [];
  const problems: string[] = [];
  const server = await serve({
    recording,
    onMiss: (miss) => misses.push(miss),
    onProblem: (sentence) => problems.push(sentence),
    ...more,
  });
  onTestFinished(() => server.close());
  return Object.assign(server, { misses, problems, ask: (request: string) => exchangeOnce(server.port, request) });
}

export const modern = ['MCP-Protocol-Version: 2026-07-28'];

/** A call of a tool as text; `id` is the token as it is written. */
export const call = (
  id: string,
  name: string,
  args = '{}',
  { headers = modern, meta }: { readonly headers?: readonly string[]; readonly meta?: string } = {},
): string => rpc(id, 'tools/call', `{"name":"${name}","arguments":${args}${meta ? `,"_meta":${meta}` : ''}}`, headers);

export const rpc = (
  id: string | undefined,
  method: string,
  params?: string,
  headers: readonly string[] = modern,
): string =>
  requestText({
    headers: ['Content-Type: application/json', ...headers],
    body: `{"jsonrpc":"2.0"${id === undefined ? '' : `,"id":${id}`},"method":"${method}"${params === undefined ? '' : `,"params":${params}`}}`,
  });

/** An answer in its parts, without what belongs to its framing and its clock. */
export function parts(answer: string): { readonly head: readonly string[]; readonly body: string } {
  const at = answer.indexOf('\r\n\r\n');
  const head = answer.slice(0, at).split('\r\n');
  const framing = /^(?:date|connection|content-length|transfer-encoding|keep-alive):/i;
  return { head: head.filter((line) => !framing.test(line)), body: answerBody(answer) };
}
