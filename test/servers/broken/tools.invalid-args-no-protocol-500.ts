/** Breaks tools.invalid-args-no-protocol-500: invalid arguments are called an internal error. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'tools.invalid-args-no-protocol-500',
  level: 'heuristic',
  breaks: {
    validate: (tool, args, storage, caller) =>
      sound.validate(tool, args, storage, caller) && { status: 200, code: -32603, message: 'internal' },
  },
} satisfies BrokenServer;
