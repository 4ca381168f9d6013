/** The ways to the storage, as the file says them. */
import { UserError } from '../user-error.js';
import type { Principal, StateAccess } from './config.js';
import { nearest } from './nearest.js';
import type { ConfigFile } from './schema.js';
import { checkUrl } from './target-url.js';

/** One of the three forms; `method` is what a URL is asked with where nothing is said. */
export function accessOf(said: NonNullable<ConfigFile['reset']>, method: string, place: string): StateAccess {
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

/** A tool is called as somebody who is configured. */
export function checkCaller(access: StateAccess | undefined, all: readonly Principal[], file: string): void {
  if (access?.kind !== 'tool' || access.principal === undefined) return;
  const names = all.map(({ name }) => name);
  if (names.includes(access.principal)) return;
  throw new UserError(
    `${file}: the tool ${access.name} is to be called as ${JSON.stringify(access.principal)}, but the configured principals are ${names.join(', ')}; the nearest is ${nearest(access.principal, names)}.`,
  );
}
