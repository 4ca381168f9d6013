/**
 * Captures the sessions under recordings/: the official client, in one era each, through the recording proxy to the
 * drafts server. `npx tsx test/recordings/capture.ts` writes them anew; the credentials in them are masked.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDraftsServer } from '../../examples/drafts-server/index.js';
import type { Principal } from '../../src/config/config.js';
import type { Era } from '../../src/mcp/eras.js';
import { record } from '../../src/proxy/record.js';
import { callPinned, type PinnedClient } from '../../src/target/sdk-client.js';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'recordings');
const TIMEOUT_MS = 5000;

/** What each caller does: a list, reads, a write that succeeds, one that is refused, a tool that does not exist. */
async function work(client: PinnedClient): Promise<void> {
  await client.listTools();
  await client.callTool('list_drafts', {});
  await client.callTool('create_draft', { title: 'A recorded draft', body: 'Written while it was recorded.' });
  await client.callTool('create_draft', { title: 'No body' });
  await client.callTool('no_such_tool', {});
  await client.callTool('list_drafts', {});
}

async function capture(era: Era): Promise<string> {
  const server = await startDraftsServer({ delayMs: 5 });
  const principals: Principal[] = Object.entries(server.tokens).map(([name, token]) => ({
    name,
    headers: [['Authorization', `Bearer ${token}`]],
  }));
  const folder = path.join(FOLDER, `drafts-${era}`);
  await rm(path.join(folder, 'session.jsonl'), { force: true });
  const proxy = await record({ target: server.url, folder, name: 'session', principals });
  try {
    for (const as of principals) {
      const connected = await callPinned({ target: { kind: 'http', url: proxy.url }, era, as, timeoutMs: TIMEOUT_MS });
      if ('rejected' in connected) throw new Error(`${era} as ${as.name}: ${connected.rejected.message}`);
      await work(connected.value);
      await connected.value.close();
    }
  } finally {
    await proxy.close();
    await server.close();
  }
  return proxy.file;
}

for (const era of ['legacy', 'modern'] as const) process.stdout.write(`${path.relative(process.cwd(), await capture(era))}\n`);
