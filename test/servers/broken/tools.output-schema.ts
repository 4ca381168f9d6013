/** Breaks tools.output-schema: a result lacks what its output schema requires. All else is valid. */
import { resultOf } from '../sound/drafts.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'tools.output-schema',
  level: 'must',
  breaks: {
    run: async () => resultOf({}),
  },
} satisfies BrokenServer;
