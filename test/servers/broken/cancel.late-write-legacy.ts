/** Breaks cancel.late-write-legacy: a create goes on after its caller has cancelled it. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'cancel.late-write-legacy',
  level: 'declared',
  breaks: {
    goesOnAfter: () => true,
  },
} satisfies BrokenServer;
