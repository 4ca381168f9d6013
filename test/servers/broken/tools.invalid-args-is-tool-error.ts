/** Breaks tools.invalid-args-is-tool-error: invalid arguments are called an invalid request. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'tools.invalid-args-is-tool-error',
  level: 'should',
  breaks: {
    validate: (tool, args, storage, caller) =>
      sound.validate(tool, args, storage, caller) && { status: 400, code: -32600, message: 'invalid' },
  },
} satisfies BrokenServer;
