/** Breaks header.base64-malformed: what cannot be decoded is not compared. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'header.base64-malformed',
  level: 'heuristic',
  breaks: {
    nameHeader: (asked) => (asked.header('mcp-name')[0]?.startsWith('=?base64?') ? undefined : sound.nameHeader(asked)),
  },
} satisfies BrokenServer;
