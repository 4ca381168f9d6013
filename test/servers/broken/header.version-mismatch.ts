/** Breaks header.version-mismatch: the version header is not compared with the body. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'header.version-mismatch',
  level: 'must',
  breaks: {
    versionHeader: (asked) =>
      asked.header('mcp-protocol-version').length > 0 ? undefined : sound.versionHeader(asked),
  },
} satisfies BrokenServer;
