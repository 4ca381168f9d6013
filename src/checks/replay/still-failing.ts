/** A recorded finding, done again and judged by its own check, is gone. `src/replay` does it; here it has its place and name. */
import type { Check } from '../check.js';

export const stillFailing: Check = {
  id: 'replay.still-failing',
  title: 'no longer shows a finding that was recorded',
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
      "The steps of a finding's recording, by replay: its control, then its case, with the state read where it was read.",
    right: 'The check that the finding names passes. Where the control fails, nothing is said.',
    why: 'A fault that was mended once stays mended.',
  },
};
