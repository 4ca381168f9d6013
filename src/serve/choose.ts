/** Which of the exchanges that ask the same is served next. It takes values and returns values. */
import type { Request } from '../exchange/exchange.js';
import { eraOf, type Era } from '../mcp/eras.js';
import { header } from '../mcp/headers.js';
import { metaVersion } from '../mcp/json-rpc.js';
import { ANONYMOUS } from '../recording/principal.js';
import { containsMask } from '../recording/redaction/mask.js';
import type { Question } from './question.js';
import { compareJson } from './same-json.js';
import type { Part } from './script.js';

export interface Asker {
  readonly request: Request;
  readonly question: Question;
  readonly era: Era;
  /** The recorded session that the caller goes through. */
  readonly session: string | undefined;
  readonly used: ReadonlySet<Part>;
  /** Whether an exchange may be of the same caller. */
  readonly isOwn: (part: Part) => boolean;
  /** Whether secrets that were sent are those which stood here before they were masked, as far as that is known. */
  readonly fitsSecrets: (secrets: readonly (readonly [masked: string, sent: string])[]) => boolean;
}

export interface Choice {
  readonly part: Part;
  /** It was served before, to the same session. */
  readonly isAgain: boolean;
  /** How many answers there are. */
  readonly of: number;
  readonly secrets: readonly (readonly [masked: string, sent: string])[];
}

export const eraAsked = ({ headers }: Request, { messages }: Question) =>
  eraOf({
    header: header(headers, 'mcp-protocol-version'),
    meta: messages.map((one) => metaVersion(one)).find((version) => version !== undefined),
  });

/** What makes an exchange a better answer than another, the weightiest first: each outweighs all that follow. */
function rankOf(part: Part, asker: Asker, secrets: Choice['secrets']): number {
  const { request, era } = asker;
  const { exchange } = part;
  const lastEvent = header(exchange.request.headers, 'last-event-id');
  const marks = [
    part.session === asker.session,
    asker.isOwn(part),
    exchange.era === era,
    exchange.request.path === request.path,
    asker.fitsSecrets(secrets),
    lastEvent === header(request.headers, 'last-event-id'),
  ];
  return marks.reduce((rank, isSo) => rank * 2 + (isSo ? 1 : 0), 0);
}

/** Nothing is asked of a caller here, unless nothing else is recorded. */
const asksForCredentials = ({ exchange: { response, principal } }: Part): boolean =>
  response?.status === 401 && principal === ANONYMOUS;

const secretsIn = (part: Part, { value }: Question): Choice['secrets'] =>
  containsMask(part.question.key) ? compareJson(part.question.value, value).secrets : [];

/** The first one not used among those that fit best; the last of them again where all are used. */
export function choose(candidates: readonly Part[], asker: Asker): Choice | undefined {
  const isOpen = candidates.some((part) => !asksForCredentials(part));
  const ranked = candidates
    .filter((part) => !isOpen || !asksForCredentials(part))
    .map((part) => {
      const secrets = secretsIn(part, asker.question);
      return { part, secrets, rank: rankOf(part, asker, secrets) };
    });
  const best = Math.max(...ranked.map(({ rank }) => rank));
  const fitting = ranked.filter(({ rank }) => rank === best);
  const next = fitting.find(({ part }) => !asker.used.has(part));
  const chosen = next ?? fitting.at(-1);
  return chosen && { part: chosen.part, secrets: chosen.secrets, isAgain: next === undefined, of: fitting.length };
}
