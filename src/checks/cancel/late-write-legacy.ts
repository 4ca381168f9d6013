/** In the legacy era a cancellation is a notification of its own, which may never reach the handler that it is for. */
import type { Check } from '../check.js';
import { judgeAbandonedWrite, planAbandonedWrite } from '../kit/abandoned-write.js';

export const lateWriteLegacy: Check = {
  id: 'cancel.late-write-legacy',
  title: 'writes nothing after notifications/cancelled in the legacy era',
  layer: 'cancellation',
  level: 'declared',
  kind: 'effect',
  eras: ['legacy'],
  transports: ['http', 'stdio'],
  source: '2025-11-25 basic/utilities/cancellation § Behavior Requirements',
  needs: ['state', 'slow-tool', 'safe-args'],
  safety: 'writes',
  explain: {
    sends:
      'A slow write, then at a third of its usual duration notifications/cancelled for it in the same session; then the storage is read.',
    right:
      'The same storage as before. A stateless server cannot match the notification to the call: that is permitted by the letter, and still a finding.',
    why: 'A timeout is not a rollback: an agent that gave up tries again, and then there are two.',
  },
  timeline: true,
  plan: (era, known) => planAbandonedWrite(era, known, 'notification'),
  judge: (evidence, known) =>
    judgeAbandonedWrite(evidence, known, {
      title: 'Write landed although its caller had cancelled it',
      permitted:
        'permitted by the letter: receivers should stop, and may ignore a cancellation that they cannot match to a request',
    }),
};
