/**
 * Expectations in machine form: every answer that the specification permits to a correct server, as a list. An answer
 * that matches none of them is a finding; status and JSON-RPC code are judged apart.
 */
import type { Request } from './exchange.js';
import { describeAnswer, type Answer, type AnswerKind } from './answer.js';

export type StatusPattern = number | '2xx' | '4xx' | '5xx';

export interface Accept {
  /** `any` is any kind of answer at all. */
  readonly kind: AnswerKind | 'any';
  /** Allowed statuses; absent: any, and no status at all on stdio. */
  readonly http?: readonly StatusPattern[];
  /** Allowed JSON-RPC codes; absent: any, and none. */
  readonly rpc?: readonly number[];
  /** A further condition, on the answer and on what was sent. */
  readonly where?: (answer: Answer, request: Request) => boolean;
  /** Shown beside a pass that is permitted but not what the text asks for first. */
  readonly note?: string;
}

export interface Match {
  readonly accepted: boolean;
  readonly note?: string;
  /** Each half on its own, over all entries: does any entry of this kind allow the status, and any the code? */
  readonly statusAllowed: boolean;
  readonly codeAllowed: boolean;
}

const statusFits = (allowed: readonly StatusPattern[] | undefined, http: number | undefined): boolean =>
  allowed === undefined ||
  http === undefined ||
  allowed.some((one) => (typeof one === 'number' ? one === http : Math.floor(http / 100) === Number(one[0])));

const codeFits = (allowed: readonly number[] | undefined, rpc: number | undefined): boolean =>
  allowed === undefined || (rpc !== undefined && allowed.includes(rpc));

// A refusal without a body is still a refusal where no JSON-RPC code is asked for.
const kindFits = (accept: Accept, { kind, http }: Answer): boolean =>
  accept.kind === 'any' ||
  accept.kind === kind ||
  (accept.kind === 'error' && accept.rpc === undefined && kind === 'empty' && http !== undefined && http >= 400);

/** Holds an answer against the permitted ones. */
export function matchAnswer(accepts: readonly Accept[], answer: Answer, request: Request): Match {
  const ofKind = accepts.filter((accept) => kindFits(accept, answer));
  const hit = ofKind.find(
    ({ http, rpc, where }) =>
      statusFits(http, answer.http) && codeFits(rpc, answer.rpc) && (where === undefined || where(answer, request)),
  );
  return {
    accepted: hit !== undefined,
    ...(hit?.note === undefined ? {} : { note: hit.note }),
    statusAllowed: accepts.some(({ http }) => statusFits(http, answer.http)),
    codeAllowed: ofKind.some(({ rpc }) => codeFits(rpc, answer.rpc)),
  };
}

/** The expectation in words: `HTTP 400 with -32020`; the entries that carry a note are left out. */
export function describeAccepts(accepts: readonly Accept[], transport: 'http' | 'stdio' = 'http'): string {
  const plain = accepts.filter(({ note }) => note === undefined);
  const words = (plain.length > 0 ? plain : accepts).map(({ kind, http, rpc }) => {
    const codes = rpc?.join(' or ');
    const what =
      kind === 'any'
        ? 'any answer'
        : kind === 'error'
          ? (codes ?? 'an error')
          : describeAnswer({ kind, http: undefined, rpc: undefined });
    return transport === 'stdio' || http === undefined ? what : `HTTP ${http.join(' or ')} with ${what}`;
  });
  return [...new Set(words)].join(', or ');
}
