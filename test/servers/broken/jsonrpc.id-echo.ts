/** Breaks jsonrpc.id-echo: an id of digits comes back as a number. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'jsonrpc.id-echo',
  level: 'must',
  breaks: {
    resultId: (id) => (typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id),
  },
} satisfies BrokenServer;
