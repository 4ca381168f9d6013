/** Breaks state.refused-write-nothing: arguments are checked after the write. All else is valid. */
import { isRecord, sound } from '../sound/behaviour.js';
import { draftOf } from '../sound/drafts.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'state.refused-write-nothing',
  level: 'declared',
  breaks: {
    validate(tool, args, storage, caller) {
      const refused = sound.validate(tool, args, storage, caller);
      if (refused && tool === 'create_draft' && isRecord(args)) storage.add(draftOf(args, caller));
      return refused && { status: 200, code: -32602, message: 'invalid' };
    },
  },
} satisfies BrokenServer;
