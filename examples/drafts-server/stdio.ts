/** The same server over stdin and stdout, for one caller: whoever started the process. */
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { FaultName } from './faults.js';
import type { Eras } from './http.js';
import { createDraftsMcpServer } from './mcp-server.js';
import type { Principal } from './principals.js';
import type { DraftStorage } from './storage.js';

export interface StdioOptions {
  storage: DraftStorage;
  caller: Principal;
  eras: Eras;
  fault?: FaultName;
}

export async function serveDraftsStdio({ storage, caller, eras, fault }: StdioOptions): Promise<{
  close(): Promise<void>;
}> {
  const factory = () => createDraftsMcpServer(storage, caller, fault);
  if (eras === 'legacy') {
    // Connected by hand, without serveStdio in front, it knows the handshake and nothing newer.
    const server = factory();
    await server.connect(new StdioServerTransport());
    return server;
  }
  return serveStdio(factory, { legacy: eras === 'modern' ? 'reject' : 'serve' });
}
