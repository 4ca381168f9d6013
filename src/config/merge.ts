/** The command line laid over the file: whatever was said there wins. Pure; `load.ts` does the reading. */
import type { Era } from '../mcp/eras.js';
import { UserError } from '../user-error.js';
import type { Config, Principal, StateAccess, TargetConfig, ToolConfig } from './config.js';
import { checkHeader, parseHeaderFlags } from './header-flag.js';
import { checkPath } from './json-path.js';
import type { NamedServer } from './mcp-servers.js';
import { nearest } from './nearest.js';
import { UNUSED_KEYS, type ConfigFile } from './schema.js';
import { checkUrl } from './target-url.js';

/** What the command line says about target and callers. */
export interface ConfigFlags {
  /** `--target URL`. */
  readonly target?: string;
  /** `-- COMMAND ARG…`. */
  readonly command?: readonly string[];
  /** `--server NAME` out of `--mcp-config F`. */
  readonly server?: string;
  readonly mcpConfig?: string;
  /** `--config F`. */
  readonly config?: string;
  /** Each `--header 'Name: value'`. */
  readonly header?: readonly string[];
  readonly principal?: string;
  readonly era?: Era | 'both';
  readonly allowWrites?: boolean;
  readonly passive?: boolean;
  readonly insecure?: boolean;
}

/** A file as it was read; without one, an empty one. */
export interface ReadFile {
  readonly name: string;
  readonly content: ConfigFile;
}

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

/** All callers: `--header` names one; else the file's; else the ones of an mcpServers entry; else one without credentials. */
function principalsOf(
  { name: file, content }: ReadFile,
  flags: ConfigFlags,
  server: NamedServer | undefined,
): Principal[] {
  const configured = Object.entries(content.principals ?? {}).map(([name, { headers = {}, tools }]) => ({
    name,
    headers: Object.entries(headers).map(([key, value]) =>
      checkHeader(key, value, `${file}: principals.${name}.headers`),
    ),
    ...(tools ? { tools } : {}),
  }));
  if (flags.header && flags.header.length > 0) {
    const name = flags.principal ?? 'caller';
    const own = configured.find((one) => one.name === name);
    const caller = { ...own, name, headers: parseHeaderFlags(flags.header) };
    return [caller, ...configured.filter((one) => one.name !== name)];
  }
  if (configured.length > 0) return configured;
  if (server && server.headers.length > 0) return [{ name: 'caller', headers: server.headers }];
  return [{ name: 'anonymous', headers: [] }];
}

/** `--header` and `--principal` each leave one caller to speak for. */
function choose(
  all: readonly Principal[],
  flags: Pick<ConfigFlags, 'principal' | 'header'>,
): { chosen: Principal[]; setAside: Principal[] } {
  const wanted = flags.principal ?? (flags.header && flags.header.length > 0 ? 'caller' : undefined);
  if (wanted === undefined) return { chosen: [...all], setAside: [] };
  const names = all.map(({ name }) => name);
  if (!names.includes(wanted)) throw new UserError(unknownPrincipal(wanted, names));
  return { chosen: all.filter(({ name }) => name === wanted), setAside: all.filter(({ name }) => name !== wanted) };
}

function unknownPrincipal(wanted: string, names: readonly string[]): string {
  const start = `--principal: no principal is named ${JSON.stringify(wanted)}`;
  if (names.join() === 'anonymous') return `${start}, as none is configured (key: principals).`;
  return `${start}; configured are ${names.join(', ')}, and the nearest is ${nearest(wanted, names)}.`;
}

function toolOf(tool: NonNullable<ConfigFile['tools']>[string]): ToolConfig {
  const { run = false, dedupeBy = [], arguments: args, slowMs } = tool;
  return { run, dedupeBy, ...(args ? { arguments: args } : {}), ...(slowMs === undefined ? {} : { slowMs }) };
}

function accessOf(said: NonNullable<ConfigFile['reset']>, method: string, place: string): StateAccess {
  const ways = [said.url, said.tool, said.command].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw new UserError(`${place} needs exactly one of url, tool and command; it has ${ways.length}.`);
  if (said.url === undefined && said.method !== undefined) throw new UserError(`${place}.method goes with a url only.`);
  if (said.url !== undefined)
    return { kind: 'url', url: checkUrl(said.url, `${place}.url`), method: said.method ?? method };
  if (said.command) return { kind: 'command', command: said.command };
  const { name = '', arguments: args = {}, principal } = said.tool ?? {};
  return { kind: 'tool', name, arguments: args, ...(principal === undefined ? {} : { principal }) };
}

function checkCaller(access: StateAccess | undefined, all: readonly Principal[], file: string): void {
  if (access?.kind !== 'tool' || access.principal === undefined) return;
  const names = all.map(({ name }) => name);
  if (names.includes(access.principal)) return;
  throw new UserError(
    `${file}: the tool ${access.name} is to be called as ${JSON.stringify(access.principal)}, but the configured principals are ${names.join(', ')}; the nearest is ${nearest(access.principal, names)}.`,
  );
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
