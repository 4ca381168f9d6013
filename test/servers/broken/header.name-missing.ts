/** Breaks header.name-missing: Mcp-Name may be left out. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'header.name-missing',
  level: 'must',
  breaks: {
    nameHeader: (asked) => (asked.header('mcp-name').length === 0 ? undefined : sound.nameHeader(asked)),
  },
} satisfies BrokenServer;
