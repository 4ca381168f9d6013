/**
 * Whether a recorded request may be sent again: what only reads may, and what may change something needs leave. A tool
 * says that it only reads in the list that its caller was given; where the recording holds no word on it for this caller,
 * all that it says to others must agree (annotations narrow what is run, and never widen it).
 */
import type { Config } from '../config/config.js';
import type { Exchange } from '../exchange/exchange.js';
import { isObject, type RpcRequest } from '../mcp/json-rpc.js';
import { documentOf } from './document.js';
import { requestMembers } from './members.js';

/** Methods that change nothing but what the caller itself is told. */
const HARMLESS = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
]);

/** Methods that answer by what the session has gone through: asked twice, they need not say the same. */
const ONCE = new Set(['initialize', 'resources/subscribe', 'resources/unsubscribe', 'logging/setLevel']);

type Whose = Pick<Exchange, 'principal' | 'era'>;
type Definition = Readonly<Record<string, unknown>>;

interface Claim {
  readonly whose: Whose;
  readonly definition: Definition;
  readonly isReadOnly: boolean;
}

const saysReadOnly = ({ annotations }: Definition): boolean =>
  isObject(annotations) && annotations['readOnlyHint'] === true;

/** Tools as they were listed, and which of them only read. */
export class ReadOnlyTools {
  readonly #claims = new Map<string, Claim[]>();

  constructor(recorded: readonly Exchange[]) {
    for (const exchange of recorded) {
      for (const member of requestMembers(exchange).filter(({ rpc }) => rpc.method === 'tools/list')) {
        const result = documentOf(exchange, member)?.result;
        const tools = isObject(result) && Array.isArray(result['tools']) ? result['tools'].filter(isObject) : [];
        for (const tool of tools) this.claim(exchange, tool);
      }
    }
  }

  claim({ principal, era }: Whose, definition: Definition): void {
    const { name } = definition;
    if (typeof name !== 'string') return;
    const claim = { whose: { principal, era }, definition, isReadOnly: saysReadOnly(definition) };
    this.#claims.set(name, [...(this.#claims.get(name) ?? []), claim]);
  }

  /** One list that says otherwise is enough. */
  has(whose: Whose, name: string): boolean {
    const claims = this.#claimsFor(whose, name);
    return claims.length > 0 && claims.every(({ isReadOnly }) => isReadOnly);
  }

  /** The tool as its caller was last told of it. */
  definitionOf(whose: Whose, name: string | null): unknown {
    return this.#claimsFor(whose, name ?? '').at(-1)?.definition;
  }

  #claimsFor({ principal, era }: Whose, name: string): readonly Claim[] {
    const all = this.#claims.get(name) ?? [];
    const own = all.filter(({ whose }) => whose.principal === principal && whose.era === era);
    return own.length > 0 ? own : all;
  }
}

export type Leave =
  /** `again`: it may be sent once more, to see what moves. */
  { readonly may: true; readonly again: boolean } | { readonly may: false; readonly reason: string };

type Rules = Pick<Config, 'allowWrites' | 'passive' | 'tools'>;

function leaveForTool(name: string, isReadOnly: boolean, { allowWrites, passive, tools }: Rules): Leave {
  if (passive) return { may: false, reason: 'unsafe: --passive sends no tool call' };
  if (isReadOnly) return { may: true, again: true };
  if (allowWrites || tools[name]?.run === true) return { may: true, again: false };
  return {
    may: false,
    reason: `unsafe: it may write, as no recorded tools/list says readOnlyHint: true of it; allow it by tools.${name}.run or --allow-writes`,
  };
}

/** Leave for one recorded request. */
export function leaveFor(rpc: RpcRequest, exchange: Exchange, readOnly: ReadOnlyTools, rules: Rules): Leave {
  const { method, name = '' } = rpc;
  if (method === 'tools/call') return leaveForTool(name, readOnly.has(exchange, name), rules);
  if (HARMLESS.has(method)) return { may: true, again: !ONCE.has(method) };
  if (rules.allowWrites && !rules.passive) return { may: true, again: false };
  return { may: false, reason: `unsafe: ${method} may change something; allow it by --allow-writes` };
}

/** Whether a request may change what later ones read. */
export const isWrite = (rpc: RpcRequest, exchange: Exchange, readOnly: ReadOnlyTools): boolean =>
  rpc.method === 'tools/call' ? !readOnly.has(exchange, rpc.name ?? '') : !HARMLESS.has(rpc.method);
