/** Breaks cancel.late-write-stdio: a create goes on after its caller has cancelled it. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'cancel.late-write-stdio',
  level: 'declared',
  breaks: {
    goesOnAfter: () => true,
  },
} satisfies BrokenServer;
