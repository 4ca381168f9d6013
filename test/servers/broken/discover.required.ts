/** Breaks discover.required: server/discover does not name the revision that it is answered in. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'discover.required',
  level: 'must',
  breaks: {
    discover: () => ({ ...sound.discover(), supportedVersions: ['2025-11-25'] }),
  },
} satisfies BrokenServer;
