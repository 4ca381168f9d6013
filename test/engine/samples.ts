/** Handmade exchanges and evidence, so that a test of a judge states only what matters to it. */
import type { Evidence, Step, Subject } from '../../src/case/case.js';
import { render, type Draft } from '../../src/exchange/draft.js';
import type { Exchange, Request, Transport } from '../../src/exchange/exchange.js';
import { outcomeOf } from '../../src/exchange/outcome.js';
import type { Era } from '../../src/mcp/eras.js';

export const aRequest = (fields: Partial<Draft> = {}): Request =>
  render({ era: 'modern', path: '/mcp', idToken: '1', method: 'server/discover', params: {}, ...fields });

export interface Answered {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly transport?: Transport;
  readonly era?: Era;
}

/** An exchange with its answer; without one, nothing came. */
export function anExchange(request: Request, answered?: Answered): Exchange {
  const { transport = 'http', era = 'modern', status = 200 } = answered ?? {};
  const text = answered && (answered.text ?? JSON.stringify(answered.json));
  const response =
    text === undefined
      ? undefined
      : {
          ...(transport === 'http' ? { status, reason: '' } : {}),
          headers: [['Content-Type', 'application/json'] as const],
          body: { bytes: Buffer.from(text) },
          atMs: 1,
        };
  return {
    n: 1,
    at: '2026-11-30T12:00:00.000Z',
    transport,
    from: 'client',
    connection: 1,
    era,
    principal: 'writer',
    request,
    ...(response ? { response } : {}),
    outcome: outcomeOf(request, response, { clientGone: false, cut: false, unreachable: false }),
    durationMs: 1,
  };
}

export const result = (value: object = {}, id: unknown = 1): Answered => ({
  json: { jsonrpc: '2.0', id, result: value },
});
export const error = (code: number, status = 400, id: unknown = 1): Answered => ({
  status,
  json: { jsonrpc: '2.0', id, error: { code, message: 'no' } },
});

export interface Around {
  readonly subject?: Partial<Subject>;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly alive?: boolean;
}

/** A reading of the state, where one was given. */
const read = (label: string, state: unknown) =>
  state === undefined ? [] : [{ step: { do: 'read-state', label } as const, atMs: 0, exchanges: [], state }];

/** Evidence of one case: its exchange, with the state read around it where one was given. */
export function evidenceOf(exchange: Exchange, { subject, before, after, alive }: Around = {}): Evidence {
  const send: Step = { do: 'send', label: 'case', as: 'writer', era: exchange.era, request: exchange.request };
  return {
    subject: { era: exchange.era, transport: exchange.transport, principal: 'writer', ...subject },
    steps: [...read('before', before), { step: send, atMs: 0, exchanges: [exchange] }, ...read('after', after)],
    ...(alive === undefined ? {} : { alive }),
  };
}
