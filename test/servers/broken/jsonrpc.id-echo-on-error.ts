/** Breaks jsonrpc.id-echo-on-error: errors name no request. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'jsonrpc.id-echo-on-error',
  level: 'must',
  breaks: {
    errorId: () => null,
  },
} satisfies BrokenServer;
