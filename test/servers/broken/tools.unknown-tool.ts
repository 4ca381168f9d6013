/** Breaks tools.unknown-tool: a tool that does not exist succeeds. All else is valid. */
import { resultOf } from '../sound/drafts.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'tools.unknown-tool',
  level: 'must',
  breaks: {
    unknownTool: () => resultOf({}),
  },
} satisfies BrokenServer;
