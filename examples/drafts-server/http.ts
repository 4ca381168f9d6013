/** The server over real HTTP: guards first, then the window on the storage, then the bearer token, then MCP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
  type NodeIncomingMessageLike,
} from '@modelcontextprotocol/node';
import {
  bearerAuthChallengeResponse,
  createMcpHandler,
  legacyStatelessFallback,
  verifyBearerToken,
  type AuthInfo,
  type McpHttpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { answerAdmin } from './admin.js';
import type { FaultName } from './faults.js';
import { createDraftsMcpServer } from './mcp-server.js';
import { principalOf, tokenVerifier, type Tokens } from './principals.js';
import type { DraftStorage } from './storage.js';

export type Eras = 'both' | 'modern' | 'legacy';

export const mcpPath = '/mcp';

export interface HttpOptions {
  storage: DraftStorage;
  tokens: Tokens;
  eras: Eras;
  /** 0 takes any free one. */
  port: number;
  fault?: FaultName;
}

export interface HttpServer {
  origin: string;
  close(): Promise<void>;
}

export async function serveHttp({ storage, tokens, eras, port, fault }: HttpOptions): Promise<HttpServer> {
  const verifier = tokenVerifier(tokens);
  const mcp = mcpHandler(eras, (ctx) => createDraftsMcpServer(storage, principalOf(ctx.authInfo), fault));
  const serveMcp = toNodeHandler(mcp);
  const hostIsLocal = localhostHostValidation();
  const originIsLocal = localhostOriginValidation();

  async function answer(req: IncomingMessage & { auth?: AuthInfo }, res: ServerResponse): Promise<void> {
    if (!hostIsLocal(req, res) || !originIsLocal(req, res)) return;
    const [path = ''] = (req.url ?? '').split('?');
    if (answerAdmin(path, req, res, storage)) return;
    if (path !== mcpPath) {
      res.writeHead(404).end();
      return;
    }
    try {
      req.auth = await verifyBearerToken(req.headers.authorization, { verifier });
    } catch (error) {
      const refusal = bearerAuthChallengeResponse(error);
      res.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(await refusal.text());
      return;
    }
    if (req.method === 'TRACE') {
      // The web Request that the adapter makes cannot be a TRACE, and the adapter would answer 500.
      res.writeHead(405, { allow: 'POST' }).end();
      return;
    }
    // A cast for exactOptionalPropertyTypes: Node's own types say `method?: string | undefined`.
    await serveMcp(req as NodeIncomingMessageLike, res);
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      console.error(error);
      res.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await mcp.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Clients keep connections open between requests, and close() alone would wait for them.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** One factory for every choice of eras, so that the tools cannot come to differ between them. */
function mcpHandler(eras: Eras, factory: McpServerFactory): Pick<McpHttpHandler, 'fetch' | 'close'> {
  // Without createMcpHandler in front nothing knows the modern envelope: this is what a server from before 2026 is like.
  if (eras === 'legacy') return { fetch: legacyStatelessFallback(factory), close: async () => {} };
  return createMcpHandler(factory, { legacy: eras === 'modern' ? 'reject' : 'stateless' });
}
