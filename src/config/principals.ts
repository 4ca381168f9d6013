/** The callers of a run: who is configured, and for whom the command line speaks. */
import { UserError } from '../user-error.js';
import type { Principal } from './config.js';
import { checkHeader, parseHeaderFlags } from './header-flag.js';
import type { NamedServer } from './mcp-servers.js';
import type { ConfigFlags, ReadFile } from './flags.js';
import { nearest } from './nearest.js';

/** All callers: `--header` names one; else the file's; else the ones of an mcpServers entry; else one without credentials. */
export function principalsOf(
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
export function choose(
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
