/** A small sound MCP server over HTTP whose tools are functions: it remembers what it was called with. */
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Called {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
}

export interface Tool {
  readonly readOnly?: boolean;
  /** Structured content, `{ toolError }` or `{ rpcError }`; undefined where it has answered by itself. */
  run(args: Record<string, unknown>, about: { res: ServerResponse; headers: IncomingHttpHeaders }): unknown;
}

export interface ToolServerOptions {
  /** Every answer as an event stream, after a notification. */
  readonly events?: boolean;
  /** Gives session ids on initialize, and wants them back. */
  readonly sessions?: boolean;
}

export interface ToolServer {
  readonly url: string;
  readonly calls: readonly Called[];
  /** Methods of all messages, in order. */
  readonly methods: readonly string[];
  /** Every header value that came. */
  readonly headerValues: readonly string[];
  close(): Promise<void>;
}

type Message = { id?: unknown; method: string; params?: { name?: string; arguments?: Record<string, unknown> } };

const list = (tools: Record<string, Tool>) =>
  Object.entries(tools).map(([name, { readOnly = false }]) => ({
    name,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: readOnly },
  }));

function outcome(said: unknown): object {
  if (typeof said !== 'object' || said === null) return { result: { structuredContent: said } };
  if ('rpcError' in said) return { error: said.rpcError };
  if ('toolError' in said) return { result: { content: [{ type: 'text', text: said.toolError }], isError: true } };
  return { result: { content: [{ type: 'text', text: JSON.stringify(said) }], structuredContent: said } };
}

export async function toolServer(tools: Record<string, Tool>, options: ToolServerOptions = {}): Promise<ToolServer> {
  const { events = false, sessions = false } = options;
  const calls: Called[] = [];
  const methods: string[] = [];
  const headerValues: string[] = [];
  const open = new Set<string>();

  const answer = (
    { method, params }: Message,
    res: ServerResponse,
    headers: IncomingHttpHeaders,
  ): object | undefined => {
    if (method === 'initialize') {
      if (sessions) {
        const id = `session-${Math.random().toString(16).slice(2)}-${open.size}`;
        open.add(id);
        res.setHeader('Mcp-Session-Id', id);
      }
      const serverInfo = { name: 'tools', version: '1' };
      return { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } };
    }
    if (method === 'tools/list') return { result: { tools: list(tools) } };
    const tool = method === 'tools/call' ? tools[params?.name ?? ''] : undefined;
    if (tool === undefined) return { error: { code: -32601, message: `no ${method}` } };
    const args = params?.arguments ?? {};
    calls.push({ name: params?.name ?? '', args, headers });
    const said = tool.run(args, { res, headers });
    return said === undefined ? undefined : outcome(said);
  };

  const server = http.createServer((req, res) => {
    const pieces: Buffer[] = [];
    headerValues.push(...req.rawHeaders.filter((_, i) => i % 2 === 1));
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => {
      if (req.method === 'DELETE') {
        methods.push('DELETE');
        open.delete(String(req.headers['mcp-session-id']));
        return res.writeHead(200).end();
      }
      const message = JSON.parse(Buffer.concat(pieces).toString()) as Message | Message[];
      const asked = Array.isArray(message) ? message : [message];
      methods.push(...asked.map(({ method }) => method));
      const isOpening = asked.some(({ method }) => method === 'initialize');
      if (sessions && !isOpening && !open.has(String(req.headers['mcp-session-id']))) {
        return res.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no such session"}');
      }
      const replies = asked
        .filter(({ id }) => id !== undefined)
        .map((one) => ({ jsonrpc: '2.0', id: one.id, ...answer(one, res, req.headers) }));
      if (res.writableEnded || res.headersSent) return undefined;
      if (replies.length === 0) return res.writeHead(202).end();
      const text = JSON.stringify(Array.isArray(message) ? replies : replies[0]);
      if (!events) return res.writeHead(200, { 'content-type': 'application/json' }).end(text);
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      const notice = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'working' } };
      return res.end(`data: ${JSON.stringify(notice)}\n\ndata: ${text}\n\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, calls, methods, headerValues, close };
}
