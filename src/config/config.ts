/**
 * The configuration as the program uses it: the file's content with variables filled in and the command line laid
 * over it. `schema.ts` holds what a file may say; its keys and these names are the same.
 */
import type { Level } from '../case/levels.js';
import type { Era } from '../mcp/eras.js';
import type { HeaderList } from '../mcp/headers.js';

export type TargetConfig =
  | { readonly kind: 'http'; readonly url: string }
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    };

/** One configured caller. */
export interface Principal {
  readonly name: string;
  /** Its credentials, sent with each of its requests. */
  readonly headers: HeaderList;
  /** The tools that its owner says it sees; undefined where nothing was said. */
  readonly tools?: readonly string[];
}

export interface ToolConfig {
  /** May be run even where writes are not allowed. */
  readonly run: boolean;
  /** One valid call. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** About how long a call takes. */
  readonly slowMs?: number;
  /** Arguments that make a retry harmless. */
  readonly dedupeBy: readonly string[];
}

/** A way to reach the storage: read it, or put it back to its start. */
export type StateAccess =
  | { readonly kind: 'url'; readonly url: string; readonly method: string }
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly principal?: string;
    }
  | { readonly kind: 'command'; readonly command: readonly string[] };

export interface Config {
  readonly target: TargetConfig;
  /** The eras that the owner says it serves; undefined: whatever is found. */
  readonly eras?: readonly Era[];
  /** At least one; without configuration it is called `anonymous`, or `caller` where `--header` gave credentials. */
  readonly principals: readonly Principal[];
  /** Configured callers that `--principal` left out; the state may still be read as one of them. */
  readonly setAside?: readonly Principal[];
  /** Test this era only (`--era`); what the owner says it serves stays what it is. */
  readonly era?: Era;
  readonly allowWrites: boolean;
  /** Send nothing that a tool could act on. */
  readonly passive: boolean;
  readonly tools: Readonly<Record<string, ToolConfig>>;
  readonly state?: StateAccess & { readonly settleMs: number };
  readonly reset?: StateAccess;
  /** JSONPath expressions (RFC 9535) that must match nothing in the state. */
  readonly forbid: readonly string[];
  readonly volatile: readonly string[];
  readonly redact: { readonly headers: readonly string[]; readonly json: readonly string[] };
  readonly timeoutMs: number;
  /** Checks graded down by the owner. */
  readonly expect: Readonly<Record<string, Level>>;
  readonly insecure: boolean;
  /** Keys of the file that this version accepts and does not use yet. */
  readonly unused: readonly string[];
}
