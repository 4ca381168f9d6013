/** The drafts server as a library: starts it in this process, on a free port, with its storage at hand. */
import { resetPath, statePath } from './admin.js';
import type { FaultName } from './faults.js';
import { mcpPath, serveHttp, type Eras } from './http.js';
import { demoTokens, type Tokens } from './principals.js';
import { DraftStorage, type DraftStorageOptions } from './storage.js';

export { faults, type FaultName } from './faults.js';
export type { Draft } from './drafts.js';
export type { Eras } from './http.js';
export { demoTokens, principals, type PrincipalName, type Tokens } from './principals.js';
export { fileRecords, type Records } from './records.js';
export { DraftStorage, type DraftStorageEvents, type DraftStorageOptions } from './storage.js';

export interface DraftsServerOptions extends DraftStorageOptions {
  /** 0, the default, takes any free one. */
  port?: number;
  eras?: Eras;
  fault?: FaultName;
  tokens?: Partial<Tokens>;
}

export interface DraftsServer {
  /** The MCP endpoint. */
  url: string;
  /** GET shows the storage as {"drafts": [...]}. */
  stateUrl: string;
  /** POST restores the start state. */
  resetUrl: string;
  tokens: Tokens;
  storage: DraftStorage;
  close(): Promise<void>;
}

export async function startDraftsServer(options: DraftsServerOptions = {}): Promise<DraftsServer> {
  const { port = 0, eras = 'both', fault } = options;
  const tokens = { ...demoTokens, ...options.tokens };
  const storage = new DraftStorage(options);
  const http = await serveHttp({ storage, tokens, eras, port, ...(fault !== undefined && { fault }) });
  return {
    url: http.origin + mcpPath,
    stateUrl: http.origin + statePath,
    resetUrl: http.origin + resetPath,
    tokens,
    storage,
    close: () => http.close(),
  };
}
