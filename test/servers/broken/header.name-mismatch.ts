/** Breaks header.name-mismatch: Mcp-Name is not compared with the body. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'header.name-mismatch',
  level: 'must',
  breaks: {
    nameHeader: (asked) => (asked.header('mcp-name').length > 0 ? undefined : sound.nameHeader(asked)),
  },
} satisfies BrokenServer;
