/** Which exchanges of a recording are asked for. Each condition must hold; of a batch any member may fulfil it. Pure. */
import type { Outcome } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';
import type { ShownExchange } from './exchanges-document.js';

export interface ExchangeFilter {
  readonly tool?: string;
  readonly outcome?: Outcome;
  readonly era?: Era;
  readonly principal?: string;
}

export const isFilter = (filter: ExchangeFilter): boolean => Object.values(filter).some((one) => one !== undefined);

/** The tools that an exchange calls. */
const toolsOf = ({ rpc, batch = [] }: ShownExchange): (string | undefined)[] =>
  [rpc, ...batch].filter((one) => one?.method === 'tools/call').map((one) => one?.name);

export const matches = (exchange: ShownExchange, { tool, outcome, era, principal }: ExchangeFilter): boolean =>
  (tool === undefined || toolsOf(exchange).includes(tool)) &&
  (outcome === undefined ||
    exchange.outcome === outcome ||
    (exchange.batch ?? []).some((member) => member.outcome === outcome)) &&
  (era === undefined || exchange.era === era) &&
  (principal === undefined || exchange.principal === principal);
