/** Turns a confirmation into the finding that is told: named, graded, with its recording and the command that replays it. */
import type { Subject } from '../case/case.js';
import type { Finding } from '../case/finding.js';
import { findingId } from '../case/finding-id.js';
import type { Check } from '../checks/check.js';
import type { EngineContext } from './context.js';
import type { Confirmation, FailedVerdict } from './confirm.js';
import { levelOf } from './rows.js';

/** A fault of headers, envelope or process is the server's, not a tool's or a caller's: it is told once. */
export const faultKey = (check: Check, { era, principal, tool }: Subject, signature: string): string =>
  JSON.stringify(
    check.layer === 'envelope' || check.layer === 'robustness'
      ? [check.id, era, signature]
      : [check.id, era, principal, tool, signature],
  );

type Confirmed = Extract<Confirmation, { kind: 'finding' }>;

/** How often a case was made smaller before it was told. */
export interface Shrunk {
  readonly shrinks: number;
}

/** A title without its values: numbers and quoted words differ from run to run, the fault does not. */
const template = (title: string): string => title.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0');

/** What tells two faults of one check in one place apart. */
export const signatureOf = ({ title, http, rpc }: FailedVerdict): string =>
  `${template(title)} ${http ?? ''} ${rpc ?? ''}`;

/** Emits the finding, or a note where its level is `info`; gives the finding. */
export function tellFinding(
  context: Pick<EngineContext, 'config' | 'emit' | 'recordingOf' | 'reproduceOf'>,
  check: Check,
  confirmed: Confirmed,
  shrunk?: Shrunk,
): Finding | undefined {
  const { evidence, verdict } = confirmed.suspicion;
  const { era, transport, principal, tool, mutations } = evidence.subject;
  const level = levelOf(check, verdict, context.config.expect);
  if (level === 'info') {
    context.emit({ type: 'note', check: check.id, text: `${verdict.title}: ${verdict.received}` });
    return undefined;
  }
  const place = { check: check.id, era, transport, principal: principal ?? null, tool: tool ?? null };
  const id = findingId({ ...place, signature: signatureOf(verdict) });
  const finding: Finding = {
    ...place,
    id,
    level,
    kind: check.kind,
    confidence: confirmed.confidence,
    title: verdict.title,
    expected: verdict.expected,
    received: verdict.received,
    spec: check.source,
    recording: context.recordingOf(id),
    reproduce: context.reproduceOf(id),
    ...(confirmed.seen === undefined ? {} : { seen: confirmed.seen }),
    ...(mutations && mutations.length > 0 ? { mutations } : {}),
    ...(shrunk ? { shrinks: shrunk.shrinks } : {}),
  };
  context.emit({ type: 'finding', finding, evidence, control: confirmed.control });
  return finding;
}
