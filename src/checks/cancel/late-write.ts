/** In the modern era over HTTP a closed connection is the cancellation. */
import type { Check } from '../check.js';
import { judgeAbandonedWrite, planAbandonedWrite } from '../kit/abandoned-write.js';

export const lateWrite: Check = {
  id: 'cancel.late-write',
  title: 'writes nothing for a caller who has disconnected',
  layer: 'cancellation',
  level: 'declared',
  kind: 'effect',
  eras: ['modern'],
  transports: ['http'],
  source:
    '2026-07-28 basic/transports/streamable-http § Cancellation; basic/patterns/cancellation § Transport-Specific Cancellation',
  needs: ['state', 'slow-tool', 'safe-args'],
  safety: 'writes',
  explain: {
    sends: 'A slow write, whose connection is closed at a third of its usual duration; then the storage is read.',
    right: 'The same storage as before: the server must treat the disconnect as cancellation and should stop.',
    why: 'A timeout is not a rollback: an agent that gave up tries again, and then there are two.',
  },
  timeline: true,
  plan: (era, known) => planAbandonedWrite(era, known, 'disconnect'),
  judge: (evidence, known) =>
    judgeAbandonedWrite(evidence, known, {
      title: 'Write landed after its caller had disconnected',
    }),
};
