/** Finds and reads the configuration: the only part of it that touches files and the environment. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../user-error.js';
import type { Config, TargetConfig } from './config.js';
import type { Environment } from './environment.js';
import { namedServer, type NamedServer } from './mcp-servers.js';
import type { ConfigFlags, ReadFile } from './flags.js';
import { merge } from './merge.js';
import { parseConfigFile } from './parse.js';

const DEFAULT_FILES = ['shakedown.config.yaml', 'shakedown.config.yml', 'shakedown.config.json'];
const DEFAULT_MCP_FILE = '.mcp.json';

/** Where the program runs. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
}

/** The configuration as the command line and the file give it, checked as a whole. */
export async function loadConfig(flags: ConfigFlags, around?: Surroundings): Promise<Config> {
  const { cwd, env } = around ?? { cwd: process.cwd(), env: process.env };
  const file = await readConfigFile(flags.config, cwd, env);
  const server = flags.server === undefined ? undefined : await readServer(flags, flags.server, cwd, env);
  const config = merge(file, flags, server);
  if (flags.command !== undefined) return config;
  const source = server ? (flags.mcpConfig ?? DEFAULT_MCP_FILE) : file.name;
  return { ...config, target: await inFolder(config.target, path.dirname(path.resolve(cwd, source)), source) };
}

async function readConfigFile(named: string | undefined, cwd: string, env: Environment): Promise<ReadFile> {
  const names = named === undefined ? DEFAULT_FILES : [named];
  for (const name of names) {
    const text = await readText(path.resolve(cwd, name), name, named !== undefined, '--config');
    if (text !== undefined) return { name, content: parseConfigFile(text, name, env) };
  }
  return { name: DEFAULT_FILES[0] ?? '', content: {} };
}

async function readServer(flags: ConfigFlags, server: string, cwd: string, env: Environment): Promise<NamedServer> {
  const name = flags.mcpConfig ?? DEFAULT_MCP_FILE;
  const text = await readText(path.resolve(cwd, name), name, true, '--mcp-config');
  return namedServer(text ?? '', name, server, env);
}

/** The text of a file; undefined where it does not exist and need not. */
async function readText(file: string, name: string, isNeeded: boolean, flag: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isNeeded) return undefined;
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : message;
    throw new UserError(`${name} could not be read: ${why}. ${flag} names another file.`);
  }
}

/** A working directory is meant from where the file lies that names it; one that is missing would look like a missing command. */
async function inFolder(target: TargetConfig, folder: string, file: string): Promise<TargetConfig> {
  if (target.kind !== 'stdio' || target.cwd === undefined) return target;
  const cwd = path.resolve(folder, target.cwd);
  const found = await stat(cwd).catch(() => undefined);
  if (found?.isDirectory()) return { ...target, cwd };
  throw new UserError(
    `${file}: the cwd of the target is ${JSON.stringify(target.cwd)}, but there is no folder ${cwd}.`,
  );
}
