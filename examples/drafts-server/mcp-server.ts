/** The MCP server itself: two tools for one caller. Both eras and both transports are served from this one function. */
import { McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { draftListSchema, listDraftsInput } from './drafts.js';
import { createDraftParts, type FaultName } from './faults.js';
import type { Principal } from './principals.js';
import type { DraftStorage } from './storage.js';

/** A new instance each time, since one instance serves one request over HTTP and one connection over stdio. */
export function createDraftsMcpServer(storage: DraftStorage, caller: Principal, fault?: FaultName): McpServer {
  const server = new McpServer(
    { name: 'drafts', version: '1.0.0' },
    // The lists never change while the server runs, so it must not promise to tell of changes.
    { capabilities: { tools: { listChanged: false } }, instructions: 'Keeps drafts. Nothing here publishes them.' },
  );

  server.registerTool(
    'list_drafts',
    {
      title: 'List drafts',
      description: 'Lists all drafts, oldest first.',
      inputSchema: listDraftsInput,
      outputSchema: draftListSchema,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => resultOf(storage.snapshot()),
  );

  const parts = createDraftParts(fault);
  // Not registered at all rather than refused: a caller without the scope is told the same as for a tool that does not exist.
  if (parts.requiredScope !== undefined && !caller.scopes.includes(parts.requiredScope)) return server;

  server.registerTool(
    'create_draft',
    {
      title: 'Create a draft',
      description: 'Stores a new draft and returns it. Takes a moment. Never publishes.',
      inputSchema: parts.input,
      outputSchema: parts.output,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    async (args, ctx) => {
      const draft = await storage.create({ ...parts.draftOf(args), owner: caller.name }, ctx.mcpReq.signal);
      parts.afterWrite(args);
      return resultOf(parts.answerOf(draft, args));
    },
  );
  return server;
}

/** The answer twice: for programs, and as text for clients that know no structured content. */
function resultOf(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}
