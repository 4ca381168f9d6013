/** The command line laid over the file: whatever was said there wins. Pure; `load.ts` does the reading. */
import { UserError } from '../user-error.js';
import type { Config, TargetConfig, ToolConfig } from './config.js';
import type { ConfigFlags, ReadFile } from './flags.js';
import { checkPath } from './json-path.js';
import type { NamedServer } from './mcp-servers.js';
import { choose, principalsOf } from './principals.js';
import { UNUSED_KEYS, type ConfigFile } from './schema.js';
import { accessOf, checkCaller } from './state-access.js';
import { checkUrl } from './target-url.js';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_SETTLE_MS = 700;

export function merge(file: ReadFile, flags: ConfigFlags, server: NamedServer | undefined): Config {
  const { content } = file;
  const target = targetOf(file, flags, server);
  const all = principalsOf(file, flags, server);
  const { chosen, setAside } = choose(all, flags);
  const state = content.state && {
    ...accessOf(content.state, 'GET', `${file.name}: state`),
    settleMs: content.state.settleMs ?? DEFAULT_SETTLE_MS,
  };
  const reset = content.reset && accessOf(content.reset, 'POST', `${file.name}: reset`);
  for (const access of [state, reset]) checkCaller(access, all, file.name);
  checkPaths(file);
  return {
    target,
    ...(content.eras ? { eras: content.eras } : {}),
    ...(flags.era === undefined || flags.era === 'both' ? {} : { era: flags.era }),
    principals: chosen,
    ...(setAside.length > 0 ? { setAside } : {}),
    allowWrites: flags.allowWrites ?? content.allowWrites ?? false,
    passive: flags.passive ?? false,
    tools: Object.fromEntries(Object.entries(content.tools ?? {}).map(([name, tool]) => [name, toolOf(tool)])),
    ...(state ? { state } : {}),
    ...(reset ? { reset } : {}),
    forbid: content.forbid ?? [],
    volatile: content.volatile ?? [],
    redact: { headers: content.redact?.headers ?? [], json: content.redact?.json ?? [] },
    timeoutMs: content.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    expect: content.expect ?? {},
    insecure: flags.insecure ?? false,
    unused: unusedKeys(content),
  };
}

const NO_TARGET =
  'No target: give --target URL, -- COMMAND ARG…, --server NAME (out of an mcpServers file), or a target in shakedown.config.yaml.';

function targetOf({ name, content }: ReadFile, flags: ConfigFlags, server: NamedServer | undefined): TargetConfig {
  const { target: url, command } = flags;
  const said = [
    url !== undefined && '--target',
    command !== undefined && '-- COMMAND',
    server !== undefined && '--server',
  ].filter(Boolean);
  if (said.length > 1) throw new UserError(`${said.join(' and ')} name two targets; give one of them.`);
  if (url !== undefined) return { kind: 'http', url: checkUrl(url, '--target') };
  if (command !== undefined) {
    const [program, ...args] = command;
    if (program === undefined || program === '') throw new UserError('Nothing follows --; expected -- COMMAND ARG….');
    return { kind: 'stdio', command: program, args, env: {} };
  }
  if (server) return server.target;
  const target = content.target;
  if (target === undefined) throw new UserError(NO_TARGET);
  if ((target.url === undefined) === (target.command === undefined)) {
    throw new UserError(`${name}: target needs either a url or a command.`);
  }
  if (target.url !== undefined) return { kind: 'http', url: checkUrl(target.url, `${name}: target.url`) };
  const { command: program = '', args = [], env = {}, cwd } = target;
  return { kind: 'stdio', command: program, args, env, ...(cwd === undefined ? {} : { cwd }) };
}

function toolOf(tool: NonNullable<ConfigFile['tools']>[string]): ToolConfig {
  const { run = false, dedupeBy = [], arguments: args, slowMs } = tool;
  return { run, dedupeBy, ...(args ? { arguments: args } : {}), ...(slowMs === undefined ? {} : { slowMs }) };
}

function checkPaths({ name, content }: ReadFile): void {
  const lists = { forbid: content.forbid, volatile: content.volatile, 'redact.json': content.redact?.json };
  for (const [key, paths = []] of Object.entries(lists)) {
    paths.forEach((path, i) => checkPath(path, `${name}: ${key}[${i}]`));
  }
}

function unusedKeys(content: ConfigFile): string[] {
  const tokens = Object.entries(content.principals ?? {}).flatMap(([name, { token }]) =>
    token ? `principals.${name}.token` : [],
  );
  return [...UNUSED_KEYS.filter((key) => content[key] !== undefined), ...tokens];
}
