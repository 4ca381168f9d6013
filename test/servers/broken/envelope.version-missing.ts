/** Breaks envelope.version-missing: an envelope without a version is served. All else is valid. */
import { isRecord, memberOf, metaOf, sound, type Asked } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

const isUnnamed = (asked: Asked): boolean =>
  isRecord(metaOf(asked)) && memberOf(asked, 'protocolVersion') === undefined;

export default {
  check: 'envelope.version-missing',
  level: 'must',
  breaks: {
    envelope: (asked) => (isUnnamed(asked) ? undefined : sound.envelope(asked)),
    versionHeader: (asked) => (isUnnamed(asked) ? undefined : sound.versionHeader(asked)),
    version: (asked) => (isUnnamed(asked) ? undefined : sound.version(asked)),
  },
} satisfies BrokenServer;
