/** The drafts behind the test server: what is stored, and the two tools that see it. */
import { setTimeout as sleep } from 'node:timers/promises';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Draft {
  readonly title: string;
  readonly body: string;
  readonly status: 'draft' | 'published';
  readonly owner: string;
}

export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: true;
}

/** How long a create takes: long enough to be given up. */
export const DELAY_MS = 400;

const START: readonly Draft[] = [{ title: 'Welcome', body: 'How to begin.', status: 'draft', owner: 'writer' }];

export class Storage {
  #drafts = START;

  add(draft: Draft): void {
    this.#drafts = [...this.#drafts, draft];
  }

  read(): { readonly drafts: readonly Draft[] } {
    return { drafts: this.#drafts };
  }

  reset(): void {
    this.#drafts = START;
  }
}

export interface RunContext {
  readonly storage: Storage;
  readonly caller: string;
  readonly signal: AbortSignal;
  readonly delayMs: number;
}

const TITLE_CHARACTERS_MAX = 40;

export const INPUT = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: TITLE_CHARACTERS_MAX },
    body: { type: 'string' },
    ready: { type: 'boolean' },
  },
  required: ['title', 'body'],
  additionalProperties: false,
};

/** What is wrong with the arguments of a tool, by its input schema. */
export function problemsOf(tool: string, args: unknown): string | undefined {
  if (!isRecord(args)) return 'arguments must be an object';
  const allowed = tool === 'create_draft' ? Object.keys(INPUT.properties) : [];
  const unknown = Object.keys(args).find((key) => !allowed.includes(key));
  if (unknown !== undefined) return `there is no argument ${unknown}`;
  if (tool !== 'create_draft') return undefined;
  const { title, body, ready } = args;
  const characters = typeof title === 'string' ? Array.from(title).length : 0;
  if (characters < 1 || characters > TITLE_CHARACTERS_MAX) return 'title must have 1 to 40 characters';
  if (typeof body !== 'string') return 'body must be a string';
  return ready === undefined || typeof ready === 'boolean' ? undefined : 'ready must be a boolean';
}

/** A result as programs and as people read it. */
export const resultOf = (value: unknown): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});

export const draftOf = ({ title, body }: Record<string, unknown>, owner: string): Draft => ({
  title: typeof title === 'string' ? title : '',
  body: typeof body === 'string' ? body : '',
  status: 'draft',
  owner,
});

export async function createDraft(
  args: Record<string, unknown>,
  { storage, caller, signal, delayMs }: RunContext,
): Promise<ToolResult> {
  await sleep(delayMs, undefined, { signal });
  const draft = draftOf(args, caller);
  storage.add(draft);
  return resultOf(draft);
}

export const listDrafts = async ({ storage }: RunContext): Promise<ToolResult> => resultOf(storage.read());
