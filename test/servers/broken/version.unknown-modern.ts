/** Breaks version.unknown-modern: a version that does not exist is served. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'version.unknown-modern',
  level: 'must',
  breaks: {
    version: () => undefined,
  },
} satisfies BrokenServer;
