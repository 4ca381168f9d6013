/** What a configuration is made of: the flags of a command line, and a file as it was read. */
import type { Era } from '../mcp/eras.js';
import type { ConfigFile } from './schema.js';

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
