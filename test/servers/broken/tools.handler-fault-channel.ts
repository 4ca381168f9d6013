/** Breaks tools.handler-fault-channel: a tool that fails is told as a fault of the protocol. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'tools.handler-fault-channel',
  level: 'should',
  beside: ['tools.output-schema'],
  breaks: {
    run: async () => ({ status: 200, code: -32603, message: 'the storage is away' }),
  },
} satisfies BrokenServer;
