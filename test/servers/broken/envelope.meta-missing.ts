/** Breaks envelope.meta-missing: a request without an envelope is served. All else is valid. */
import { metaOf, sound } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'envelope.meta-missing',
  level: 'must',
  breaks: {
    envelope: (asked) => (metaOf(asked) === undefined ? undefined : sound.envelope(asked)),
    versionHeader: (asked) => (metaOf(asked) === undefined ? undefined : sound.versionHeader(asked)),
    version: (asked) => (metaOf(asked) === undefined ? undefined : sound.version(asked)),
  },
} satisfies BrokenServer;
