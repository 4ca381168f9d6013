/** Breaks tools.invalid-args-accepted: arguments are not validated. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'tools.invalid-args-accepted',
  level: 'must',
  breaks: {
    validate: () => undefined,
  },
} satisfies BrokenServer;
