/** What the recording says of the calls that a client has just made. */
import { requestOf } from '../exchange/answer.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Stage } from './stage.js';

/** Does something, and gives what came of it with the exchanges that were recorded meanwhile. */
export async function recordedDuring<T>(
  stage: Stage,
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly exchanges: readonly Exchange[] }> {
  const before = stage.recorded().length;
  const result = await act();
  return { result, exchanges: stage.recorded().slice(before) };
}

export const methodOf = (exchange: Exchange): string | undefined => requestOf(exchange.request)?.method;

/** The first tool call among them. */
export function toolCallIn(exchanges: readonly Exchange[]): Exchange {
  const call = exchanges.find((exchange) => methodOf(exchange) === 'tools/call');
  if (!call) throw new Error('the recording holds no tool call of the client that has just made one');
  return call;
}
