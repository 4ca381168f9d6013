/** Breaks version.declared-mode: it serves both eras, whatever its owner declares. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'version.declared-mode',
  level: 'declared',
  config: (era) => ({ eras: [era === 'legacy' ? 'modern' : 'legacy'] }),
  breaks: {},
} satisfies BrokenServer;
