import type { Outcome } from '../../src/exchange/exchange.js';

export const OUTCOMES: readonly Outcome[] = [
  'ok',
  'tool-error',
  'protocol-error',
  'no-result',
  'aborted-by-client',
  'truncated-by-server',
  'unreachable',
];
