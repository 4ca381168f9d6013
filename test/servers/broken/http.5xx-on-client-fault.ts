/** Breaks http.5xx-on-client-fault: an unknown tool is answered as if the server had failed. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'http.5xx-on-client-fault',
  level: 'heuristic',
  beside: ['tools.unknown-tool'],
  breaks: {
    unknownTool: () => ({ status: 500, code: -32602, message: 'Unknown tool' }),
  },
} satisfies BrokenServer;
