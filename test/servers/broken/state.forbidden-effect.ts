/** Breaks state.forbidden-effect: an argument publishes the draft, which its owner forbids. All else is valid. */
import { sound } from '../sound/behaviour.js';
import { draftOf, resultOf } from '../sound/drafts.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'state.forbidden-effect',
  level: 'declared',
  breaks: {
    async run(tool, args, about) {
      if (tool !== 'create_draft' || args['ready'] !== true) return sound.run(tool, args, about);
      const draft = { ...draftOf(args, about.caller), status: 'published' } as const;
      about.storage.add(draft);
      return resultOf(draft);
    },
  },
} satisfies BrokenServer;
