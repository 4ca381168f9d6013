/**
 * Links between exchanges: a value that the server made in one answer and the client sent in a later request. They are
 * found by provenance: the value stands in an answer, no request up to then had sent it, and a later one does.
 */
import type { Exchange } from '../exchange/exchange.js';
import { headerValues } from '../mcp/headers.js';
import { isMask } from '../recording/redaction/mask.js';
import { documentOf, type AnswerDocument } from './document.js';
import { leavesOf, valueAt, type Keys } from './json-place.js';
import { isNamedId, isUnique, looksMinted, nameOfPlace, partsOf, valueKey } from './minted.js';
import { requestMembers } from './members.js';
import { sentValues } from './sent-values.js';

/** Where an answer holds a minted value: a place in its document, or a header. */
export type Place =
  | { readonly in: 'document'; readonly idToken: string; readonly keys: Keys }
  | { readonly in: 'session' }
  | { readonly in: 'cookie'; readonly name: string };

/** A value that was made by one exchange and sent by later ones. */
export interface Binding {
  readonly value: unknown;
  /** The exchange that made it, and where in its answer. */
  readonly made: Exchange;
  readonly place: Place;
  readonly sentBy: readonly Exchange[];
}

interface Made {
  readonly value: unknown;
  readonly made: Exchange;
  readonly place: Place;
}

const COOKIE = /^\s*([^=;\s]+)=([^;]*)/;

/** What an answer sets by its headers: the session, and cookies. */
function headerMade(made: Exchange): Made[] {
  const headers = made.response?.headers ?? [];
  const sessions = headerValues(headers, 'mcp-session-id').map((value) => ({
    value,
    made,
    place: { in: 'session' } as const,
  }));
  const cookies = headerValues(headers, 'set-cookie').flatMap((line) => {
    const [, name, value] = COOKIE.exec(line) ?? [];
    return name === undefined || value === undefined || value === ''
      ? []
      : [{ value, made, place: { in: 'cookie', name } as const }];
  });
  return [...sessions, ...cookies];
}

function documentMade(made: Exchange): Made[] {
  return requestMembers(made).flatMap((member) =>
    leavesOf(documentOf(made, member)).map(({ keys, value }) => ({
      value,
      made,
      place: { in: 'document', idToken: member.idToken, keys } as const,
    })),
  );
}

/** Every value that an answer holds. */
export const madeBy = (exchange: Exchange): Made[] => [...headerMade(exchange), ...documentMade(exchange)];

/** What a request sends: whole values with their names, and minted parts of longer texts. */
function sentBy(exchange: Exchange): { readonly value: unknown; readonly name: string | undefined }[] {
  return sentValues(exchange.request).flatMap(({ keys, value }) => {
    const name = nameOfPlace(keys);
    const parts = typeof value === 'string' ? partsOf(value).filter((part) => part !== value) : [];
    return [{ value, name }, ...parts.map((part) => ({ value: part, name }))];
  });
}

/** Whether a value that was made in one place and sent under a name is the same thing, and not two equal ones. */
function isLink({ value, place }: Made, name: string | undefined): boolean {
  if (place.in === 'session') return name === 'mcp-session-id';
  if (place.in === 'cookie') return name === 'cookie';
  return looksMinted(value) || (isNamedId(value, nameOfPlace(place.keys)) && isNamedId(value, name));
}

/**
 * All links of a recording, in the order in which their values were made. What a write made and a later answer shows
 * again is one as well, whether it was sent back or not: it is made anew whenever the write is.
 */
export function findBindings(
  exchanges: readonly Exchange[],
  isWrite: (exchange: Exchange) => boolean = () => false,
): Binding[] {
  const firstMade = new Map<string, Made>();
  const sent = new Set<string>();
  const links = new Map<string, Made & { sentBy: Exchange[] }>();
  for (const exchange of exchanges) {
    for (const { value, name } of sentBy(exchange)) {
      const key = valueKey(value);
      if (key === undefined) continue;
      const made = firstMade.get(key);
      if (made === undefined) sent.add(key);
      else if (isLink(made, name)) {
        const link = links.get(key) ?? { ...made, sentBy: [] };
        if (link.sentBy.at(-1) !== exchange) link.sentBy.push(exchange);
        links.set(key, link);
      }
    }
    for (const made of madeBy(exchange)) {
      const key = valueKey(made.value);
      if (key === undefined || sent.has(key)) continue;
      const first = firstMade.get(key);
      if (first === undefined) firstMade.set(key, made);
      else if (first.made !== exchange && isWrite(first.made) && isUnique(first.value) && !links.has(key))
        links.set(key, { ...first, sentBy: [] });
    }
  }
  return [...links.values()];
}

/** The value that stands at a place of another answer; undefined where there is none. */
export function valueInAnswer(exchange: Exchange, place: Place): unknown {
  if (place.in === 'document') {
    const document: AnswerDocument | undefined = documentOf(exchange, { idToken: place.idToken, isFirst: true });
    return valueAt(document, place.keys);
  }
  const made = headerMade(exchange).find(
    (one) =>
      one.place.in === place.in &&
      (one.place.in !== 'cookie' || place.in !== 'cookie' || one.place.name === place.name),
  );
  return made?.value;
}

/** Whether what was recorded says nothing of the value itself, so that any value is like it. */
export const isHidden = (value: unknown): boolean => typeof value === 'string' && isMask(value);
