/** The window on the storage, outside MCP: what a tester reads to see what a call really did, and resets between calls. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DraftStorage } from './storage.js';

export const statePath = '/admin/state';
export const resetPath = '/admin/reset';

/** Answers the request if it is for the window, and says whether it was. */
export function answerAdmin(path: string, req: IncomingMessage, res: ServerResponse, storage: DraftStorage): boolean {
  const method = path === statePath ? 'GET' : path === resetPath ? 'POST' : undefined;
  if (method === undefined) return false;
  if (req.method !== method) {
    res.writeHead(405, { allow: method }).end();
    return true;
  }
  if (path === resetPath) storage.reset();
  res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  res.end(JSON.stringify(storage.snapshot()));
  return true;
}
