/** Breaks envelope.wrong-types: capabilities of any type are taken for none. All else is valid. */
import { memberOf, sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'envelope.wrong-types',
  level: 'should',
  breaks: {
    envelope: (asked) => (Array.isArray(memberOf(asked, 'clientCapabilities')) ? undefined : sound.envelope(asked)),
  },
} satisfies BrokenServer;
