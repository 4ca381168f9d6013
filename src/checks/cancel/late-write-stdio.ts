/** On stdio the modern era cancels by notification, as there is no connection of its own to close. */
import type { Check } from '../check.js';
import { judgeAbandonedWrite, planAbandonedWrite } from '../kit/abandoned-write.js';

export const lateWriteStdio: Check = {
  id: 'cancel.late-write-stdio',
  title: 'writes nothing after notifications/cancelled on stdio',
  layer: 'cancellation',
  level: 'declared',
  kind: 'effect',
  eras: ['modern'],
  transports: ['stdio'],
  source: '2026-07-28 basic/transports/stdio § Cancellation; basic/patterns/cancellation § Behavior Requirements',
  needs: ['state', 'slow-tool', 'safe-args'],
  safety: 'writes',
  explain: {
    sends:
      'A slow write, then at a third of its usual duration a notifications/cancelled line for it; then the storage is read.',
    right:
      'The same storage as before. A server may ignore the cancellation of a request that cannot be cancelled: permitted by the letter, and still a finding.',
    why: 'A timeout is not a rollback: an agent that gave up tries again, and then there are two.',
  },
  timeline: true,
  plan: (era, known) => planAbandonedWrite(era, known, 'notification'),
  judge: (evidence, known) =>
    judgeAbandonedWrite(evidence, known, {
      title: 'Write landed although its caller had cancelled it',
      permitted: 'permitted by the letter where the request cannot be cancelled',
    }),
};
