/** Breaks envelope.capabilities-missing: capabilities that are missing are taken for none. All else is valid. */
import { memberOf, sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'envelope.capabilities-missing',
  level: 'must',
  breaks: {
    envelope: (asked) => (memberOf(asked, 'clientCapabilities') === undefined ? undefined : sound.envelope(asked)),
  },
} satisfies BrokenServer;
