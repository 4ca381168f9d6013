/** One server out of an `mcpServers` file, as MCP clients keep it (`.mcp.json` and its likes). */
import { z } from 'zod';
import type { HeaderList } from '../mcp/headers.js';
import { isObject } from '../mcp/json-rpc.js';
import { UserError } from '../user-error.js';
import type { TargetConfig } from './config.js';
import { fillIn, type Environment } from './environment.js';
import { checkHeader } from './header-flag.js';
import { meant } from './nearest.js';
import { parseText } from './parse.js';
import { checkUrl } from './target-url.js';

export interface NamedServer {
  readonly target: TargetConfig;
  /** Header fields that its clients are told to send. */
  readonly headers: HeaderList;
}

/** Loose, as every client adds keys of its own. */
const entry = z.object({
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
});

export function namedServer(text: string, file: string, name: string, env: Environment): NamedServer {
  const content = parseText(text, file);
  const servers = isObject(content) ? content['mcpServers'] : undefined;
  if (!isObject(servers))
    throw new UserError(`${file} has no "mcpServers"; expected { "mcpServers": { "${name}": … } }.`);
  const found = Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (found === undefined) throw new UserError(unknownServer(name, Object.keys(servers), file));
  const place = `mcpServers.${name}`;
  const checked = entry.safeParse(fillIn(found, env, file, ['mcpServers', name]));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new UserError(
      `${file}: ${[place, ...(issue?.path ?? [])].join('.')} is not what was expected: ${issue?.message ?? ''}.`,
    );
  }
  const { command, args, env: own, cwd, url, headers } = checked.data;
  if (url !== undefined) {
    const fields = Object.entries(headers).map(([key, value]) => checkHeader(key, value, `${file}: ${place}.headers`));
    return { target: { kind: 'http', url: checkUrl(url, `${file}: ${place}.url`) }, headers: fields };
  }
  if (command === undefined) throw new UserError(`${file}: ${place} has neither a "url" nor a "command".`);
  return { target: { kind: 'stdio', command, args, env: own, ...(cwd === undefined ? {} : { cwd }) }, headers: [] };
}

function unknownServer(name: string, known: readonly string[], file: string): string {
  const start = `No server named ${JSON.stringify(name)} in ${file}.`;
  if (known.length === 0) return `${start} It has none.`;
  const near = meant(name, known);
  return `${start} It has: ${known.join(', ')}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}
