/**
 * Who asks. A recording holds no credential, only its mask, so that the configured caller of the recorded name has to
 * lend its own; a mask is never sent. A caller that was chosen by hand stands for all of them.
 */
import type { Principal } from '../config/config.js';
import type { Exchange } from '../exchange/exchange.js';
import type { HeaderList } from '../mcp/headers.js';
import { containsMask } from '../recording/redaction/mask.js';
import { carriesValues } from './sent-values.js';

export interface Callers {
  readonly principals: readonly Principal[];
  /** `--principal NAME` or `--header`: whose credentials stand for every masked one. */
  readonly standIn?: string;
}

export type Caller =
  | { readonly as: Principal | null; readonly headers: HeaderList }
  /** Which credentials are wanting, and what would give them. */
  | { readonly missing: string };

const isMasked = ([name, value]: readonly [string, string]): boolean => containsMask(value) && !carriesValues(name);

const named = (list: HeaderList): ReadonlySet<string> => new Set(list.map(([name]) => name.toLowerCase()));

/** The headers of a request without those that its caller will add, and the caller; sessions and cookies are links. */
export function callerOf(
  { principal }: Pick<Exchange, 'principal'>,
  headers: HeaderList,
  { principals, standIn }: Callers,
): Caller {
  const masked = headers.filter(isMasked);
  const substitute = masked.length > 0 ? principals.find(({ name }) => name === standIn) : undefined;
  if (substitute && substitute.headers.length > 0) {
    const added = named(substitute.headers);
    const rest = headers.filter((pair) => !isMasked(pair) && !added.has(pair[0].toLowerCase()));
    return { as: substitute, headers: rest };
  }
  const own = principals.find(({ name }) => name === principal);
  const added = named(own?.headers ?? []);
  const wanting = masked.filter(([name]) => !added.has(name.toLowerCase()));
  if (wanting.length > 0) return { missing: missing(principal, [...named(wanting)], own !== undefined) };
  return { as: own ?? null, headers: headers.filter(([name]) => !added.has(name.toLowerCase())) };
}

const missing = (principal: string, headers: readonly string[], isKnown: boolean): string =>
  `no credentials of principal ${principal}: ${headers.join(', ')} is masked in the recording; ` +
  (isKnown
    ? `give it under principals.${principal}.headers`
    : `configure a principal of that name, or let one stand for all by --principal NAME`);
