/** Breaks tools.valid-args-accepted: a title of one letter is refused, though the schema allows it. All else is valid. */
import { isRecord, sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'tools.valid-args-accepted',
  level: 'heuristic',
  beside: ['tools.output-schema'],
  breaks: {
    validate: (tool, args, storage, caller) =>
      isRecord(args) && args['title'] === 'T'
        ? { status: 200, code: -32602, message: 'title is too short' }
        : sound.validate(tool, args, storage, caller),
  },
} satisfies BrokenServer;
