/** Breaks header.method-mismatch: Mcp-Method is not compared with the body. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'header.method-mismatch',
  level: 'must',
  breaks: {
    methodHeader: (asked) => (asked.header('mcp-method').length > 0 ? undefined : sound.methodHeader(asked)),
  },
} satisfies BrokenServer;
