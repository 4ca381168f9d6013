/**
 * A small sound MCP server, written by hand so that nothing of a library stands between a test and the wire. Each thing
 * that it decides is one function here, and a broken server (test/servers/broken) replaces one of them.
 */
import {
  INPUT,
  createDraft,
  isRecord,
  listDrafts,
  problemsOf,
  type RunContext,
  type Storage,
  type ToolResult,
} from './drafts.js';

export type Era = 'legacy' | 'modern';

export interface Message {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A message with what came along with it. */
export interface Asked {
  readonly transport: 'http' | 'stdio';
  readonly era: Era;
  readonly message: Message;
  readonly caller: string;
  /** The values of a header, none on stdio. */
  readonly header: (name: string) => readonly string[];
}

export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface Tool {
  readonly name: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

export const VERSIONS = { legacy: '2025-11-25', modern: '2026-07-28' } as const;

const META = 'io.modelcontextprotocol/';

export const metaOf = ({ message }: Asked): unknown => message.params?.['_meta'];
export const memberOf = (asked: Asked, name: string): unknown => {
  const meta = metaOf(asked);
  return isRecord(meta) ? meta[META + name] : undefined;
};

const mismatch = (message: string): Refusal => ({ status: 400, code: -32020, message });
const invalid = (message: string): Refusal => ({ status: 400, code: -32602, message });

/** The name behind an Mcp-Name header; undefined where its Base64 is malformed. */
function decoded(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString('utf8');
  const isExact = bytes.toString('base64') === encoded && Buffer.from(text, 'utf8').equals(bytes);
  return isExact ? text : undefined;
}

/** What the server decides. Every function that may refuse gives a refusal, or undefined. */
export interface Behaviour {
  readonly eras: readonly Era[];
  envelope(asked: Asked): Refusal | undefined;
  versionHeader(asked: Asked): Refusal | undefined;
  version(asked: Asked): Refusal | undefined;
  methodHeader(asked: Asked): Refusal | undefined;
  nameHeader(asked: Asked): Refusal | undefined;
  discover(): Record<string, unknown>;
  negotiated(asked: string): string;
  /** What a modern-only server says to `initialize`; null says nothing. */
  initializeRefusal(asked: Asked): Refusal | null;
  toolsFor(caller: string): readonly Tool[];
  unknownTool(asked: Asked): Refusal | ToolResult;
  validate(tool: string, args: unknown, storage: Storage, caller: string): Refusal | ToolResult | undefined;
  run(tool: string, args: Record<string, unknown>, about: RunContext): Promise<Refusal | ToolResult>;
  /** Whether work goes on after its caller has left, or has cancelled it. */
  goesOnAfter(how: 'disconnect' | 'cancelled', era: Era): boolean;
  resultId(id: unknown): unknown;
  errorId(id: unknown): unknown;
  /** What becomes of a request before anything is made of it. */
  fate(asked: Asked): 'answer' | 'silence' | 'death';
}

const TOOLS: readonly Tool[] = [
  {
    name: 'list_drafts',
    definition: {
      name: 'list_drafts',
      description: 'Lists all drafts.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      outputSchema: { type: 'object', properties: { drafts: { type: 'array' } }, required: ['drafts'] },
      annotations: { readOnlyHint: true },
    },
  },
  {
    name: 'create_draft',
    definition: {
      name: 'create_draft',
      description: 'Stores a draft.',
      inputSchema: INPUT,
      outputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title', 'status'] },
      annotations: { readOnlyHint: false },
    },
  },
];

export const toolError = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true });

export const sound: Behaviour = {
  eras: ['legacy', 'modern'],
  envelope(asked) {
    const meta = metaOf(asked);
    if (!isRecord(meta)) return invalid('_meta must be an object');
    if (typeof memberOf(asked, 'protocolVersion') !== 'string') return invalid('protocolVersion must be a string');
    if (!isRecord(memberOf(asked, 'clientCapabilities'))) return invalid('clientCapabilities must be an object');
    const client = memberOf(asked, 'clientInfo');
    const isClient = isRecord(client) && typeof client['name'] === 'string' && typeof client['version'] === 'string';
    return client === undefined || isClient ? undefined : invalid('clientInfo must have a name and a version');
  },
  versionHeader(asked) {
    const values = asked.header('mcp-protocol-version');
    const isSame = values.length === 1 && values[0] === memberOf(asked, 'protocolVersion');
    return isSame ? undefined : mismatch('MCP-Protocol-Version must equal the version in the body');
  },
  version(asked) {
    const requested = memberOf(asked, 'protocolVersion');
    if (requested === VERSIONS.modern) return undefined;
    const data = { supported: [VERSIONS.modern], requested };
    return { status: 400, code: -32022, message: 'Unsupported protocol version', data };
  },
  methodHeader(asked) {
    const values = asked.header('mcp-method');
    const isSame = values.length === 1 && values[0] === asked.message.method;
    return isSame ? undefined : mismatch('Mcp-Method must equal the method in the body');
  },
  nameHeader(asked) {
    if (asked.message.method !== 'tools/call') return undefined;
    const [value, ...more] = asked.header('mcp-name');
    const isSame = value !== undefined && more.length === 0 && decoded(value) === asked.message.params?.['name'];
    return isSame ? undefined : mismatch('Mcp-Name must equal the name in the body');
  },
  discover: () => ({
    supportedVersions: [VERSIONS.modern],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: 'private',
  }),
  negotiated: () => VERSIONS.legacy,
  initializeRefusal: () => ({
    status: 400,
    code: -32022,
    message: 'Unsupported protocol version',
    data: { supported: [VERSIONS.modern], requested: VERSIONS.legacy },
  }),
  toolsFor: (caller) => (caller === 'writer' ? TOOLS : TOOLS.slice(0, 1)),
  unknownTool: () => ({ status: 200, code: -32602, message: 'Unknown tool' }),
  validate(tool, args) {
    const problem = problemsOf(tool, args);
    return problem === undefined ? undefined : toolError(problem);
  },
  run: (tool, args, about) => (tool === 'create_draft' ? createDraft(args, about) : listDrafts(about)),
  // A client of the legacy era may come back for the answer; in the modern one it has cancelled by leaving.
  goesOnAfter: (how, era) => how === 'disconnect' && era === 'legacy',
  resultId: (id) => id,
  errorId: (id) => id,
  fate: () => 'answer',
};

export const broken = (changes: Partial<Behaviour>): Behaviour => ({ ...sound, ...changes });
/** The same server, whose tools take no time: for campaigns, where nobody gives up. */
export const withoutDelay = (behaviour: Behaviour): Behaviour => ({
  ...behaviour,
  run: (tool, args, about) => behaviour.run(tool, args, { ...about, delayMs: 0 }),
});

export { isRecord, TOOLS };
export type { RunContext };
