/** Breaks cancel.late-write: a create goes on after its caller has disconnected. All else is valid. */
import { sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'cancel.late-write',
  level: 'declared',
  breaks: {
    goesOnAfter: (how, era) => how === 'disconnect' || sound.goesOnAfter(how, era),
  },
} satisfies BrokenServer;
