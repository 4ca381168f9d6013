/** Differences as findings: what differs, where, how it was and how it is, in words short enough for a list. */
import { replayChanged } from '../checks/replay/changed.js';
import type { Subject } from '../case/case.js';
import type { Finding } from '../case/finding.js';
import { findingId } from '../case/finding-id.js';
import type { EngineContext } from '../engine/context.js';
import type { Exchange } from '../exchange/exchange.js';
import { containsMask } from '../recording/redaction/mask.js';
import { nameTells } from '../recording/redaction/telling-names.js';
import { evidenceOf } from './chain.js';
import { AnswerKind, type Difference } from './compare.js';
import type { Seen } from './comparison.js';
import { writeExact } from '../mcp/exact-json.js';
import { pathOf, patternOf, type Keys } from './json-place.js';
import { nameOfPlace } from './minted.js';
import { toolOf, type Member } from './members.js';
import { typeOf } from './shape.js';

export const REPLAY_CHANGED = replayChanged.id;

const SHOWN_CHARACTERS = 60;

const clipped = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;

/** A value in a few words. What is masked on one side is shown on neither. */
function shown(value: unknown, { kind, was, is, keys }: Difference): string {
  if (value instanceof AnswerKind) return value.words;
  if (value === undefined) return 'absent';
  if (kind === 'length' && Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  const isSecret = [was, is].some((one) => typeof one === 'string' && containsMask(one));
  if (isSecret || (typeof value === 'string' && nameTells(nameOfPlace(keys) ?? ''))) return `a ${typeOf(value)}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return clipped(writeExact(value));
}

export interface ToldDifferences {
  readonly seen: readonly Seen[];
  readonly recorded: Exchange;
  readonly member: Member;
  /** The name of the recording. */
  readonly recording: string;
  /** The recorded exchange after those that it builds on, and what came of them in this run. */
  readonly chain: readonly Exchange[];
  readonly now: readonly Exchange[];
  /** The tool as its caller was told of it. */
  readonly definition: unknown;
  /** A call that was not sent again and may be the reason. */
  readonly unsent: string | undefined;
}

const placeOf = (keys: Keys): string => (keys.length === 0 ? 'the answer' : pathOf(keys));

/** Emits a finding for each difference. */
export function tellDifferences(context: EngineContext, told: ToldDifferences): void {
  const { seen, recorded, member, chain, now, definition } = told;
  const { era, transport, principal } = recorded;
  const tool = toolOf(member.rpc);
  const subject: Subject = {
    era,
    transport,
    principal,
    ...(tool === null ? {} : { tool }),
    ...(definition === undefined ? {} : { definition }),
  };
  const [evidence, control] = [evidenceOf(subject, now, 'case'), evidenceOf(subject, chain, 'recorded')];
  for (const one of seen) {
    const finding = findingOf(context, { check: REPLAY_CHANGED, era, transport, principal, tool }, one, told);
    context.emit({ type: 'finding', finding, evidence, control });
  }
}

type Where = Pick<Finding, 'check' | 'era' | 'transport' | 'principal' | 'tool'>;

function findingOf(
  context: EngineContext,
  place: Where,
  { difference, seen }: Seen,
  { recorded, member, recording, unsent }: ToldDifferences,
): Finding {
  const { keys, kind } = difference;
  const id = findingId({ ...place, signature: `${member.what} ${patternOf(keys)} ${kind}` });
  const [was, is] = [shown(difference.was, difference), shown(difference.is, difference)];
  const hint = unsent === undefined ? '' : ` (${unsent} was not sent again, and may have changed what this reads)`;
  return {
    ...place,
    id,
    level: 'declared',
    kind: 'effect',
    confidence: seen === undefined ? 'confirmed' : 'flaky',
    title: `${member.what}: ${placeOf(keys)} was ${was}, is ${is}`,
    expected: `${was}, as in exchange ${recorded.n} of ${recording}`,
    received: `${is}${hint}`,
    spec: replayChanged.source,
    recording: context.recordingOf(id),
    reproduce: context.reproduceOf(id),
    path: pathOf(keys),
    ...(seen === undefined ? {} : { seen }),
  };
}
