/** A recorded exchange, sent again, is answered as it was. `src/replay` makes the comparison; here it has its place and name. */
import type { Check } from '../check.js';

export const replayChanged: Check = {
  id: 'replay.changed',
  title: 'answers a recorded request as it did when it was recorded',
  layer: 'behaviour',
  level: 'declared',
  kind: 'effect',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'the recording that its owner keeps',
  needs: ['recording'],
  safety: 'writes',
  explain: {
    sends:
      'The requests of a recording, in their order, by replay. Calls that may write are sent only with --allow-writes, run: true or readOnlyHint.',
    right:
      'The same outcome, code and content. Values that differ between repeats of one call, or that volatile names, are noise; ids that the server makes anew stay bound to the calls that use them.',
    why: 'A client that worked yesterday was written against that answer.',
  },
};
