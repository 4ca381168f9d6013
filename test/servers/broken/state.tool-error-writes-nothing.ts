/** Breaks state.tool-error-writes-nothing: arguments are checked after the write, and the tool then says so. All else is valid. */
import { isRecord, sound } from '../sound/behaviour.js';
import { draftOf } from '../sound/drafts.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'state.tool-error-writes-nothing',
  level: 'declared',
  by: 'fuzz',
  breaks: {
    validate(tool, args, storage, caller) {
      const refused = sound.validate(tool, args, storage, caller);
      if (refused && tool === 'create_draft' && isRecord(args)) storage.add(draftOf(args, caller));
      return refused;
    },
  },
} satisfies BrokenServer;
