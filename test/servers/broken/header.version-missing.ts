/** Breaks header.version-missing: the version header may be left out. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'header.version-missing',
  level: 'must',
  breaks: {
    versionHeader: (asked) =>
      asked.header('mcp-protocol-version').length === 0 ? undefined : sound.versionHeader(asked),
    // It speaks no revision that knows no such header.
    eras: ['modern'],
  },
} satisfies BrokenServer;
