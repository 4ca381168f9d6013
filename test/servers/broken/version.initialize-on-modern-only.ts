/** Breaks version.initialize-on-modern-only: initialize is refused with a status that tells a client nothing. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'version.initialize-on-modern-only',
  level: 'should',
  breaks: {
    eras: ['modern'],
    initializeRefusal: () => ({ status: 200, code: -32600, message: 'No' }),
  },
} satisfies BrokenServer;
