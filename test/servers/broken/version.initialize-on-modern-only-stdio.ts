/** Breaks version.initialize-on-modern-only-stdio: a legacy client hears nothing. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'version.initialize-on-modern-only-stdio',
  level: 'should',
  breaks: {
    eras: ['modern'],
    initializeRefusal: () => null,
  },
} satisfies BrokenServer;
