/** Breaks version.unknown-legacy: initialize is agreed to for any version at all. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'version.unknown-legacy',
  level: 'must',
  breaks: {
    negotiated: (asked) => asked,
  },
} satisfies BrokenServer;
