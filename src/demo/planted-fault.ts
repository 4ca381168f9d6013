/** A fault is planted in a second server; fuzzing finds it, shrinks it, and its recording replays: with the fault, and without. */
import { faults, type DraftsServer, type FaultName } from '../../examples/drafts-server/index.js';
import type { Evidence } from '../case/case.js';
import type { Finding } from '../case/finding.js';
import { exchangeOf } from '../case/case.js';
import { requestOf } from '../exchange/answer.js';
import { fuzz } from '../engine/fuzz.js';
import type { EngineEvent, ReplayCounts } from '../engine/events.js';
import { isObject } from '../mcp/json-rpc.js';
import { readRecording } from '../recording/read.js';
import { replay } from '../replay/replay.js';
import type { Stage } from './stage.js';

const FAULT: FaultName = 'long-title-loses-status';
const RUNS = 120;
/** The storage of this server is quick: hundreds of calls are made. */
const DELAY_MS = 2;

export interface Found {
  readonly finding: Finding;
  /** Of the smallest case. */
  readonly titleCharacters: number | undefined;
  /** Bytes of the request before and after shrinking; undefined where nothing could be taken away. */
  readonly shrunk: { readonly from: number; readonly to: number } | undefined;
  readonly withFault: ReplayCounts | undefined;
  readonly withoutFault: ReplayCounts | undefined;
}

export interface PlantedFault {
  readonly planted: string;
  readonly seed: number;
  readonly cases: number;
  readonly exchanges: number;
  readonly found: Found | undefined;
}

type Told = Extract<EngineEvent, { type: 'finding' }>;
type Shrunk = Extract<EngineEvent, { type: 'shrunk' }>;

function titleCharactersOf(evidence: Evidence): number | undefined {
  const smallest = exchangeOf(evidence, 'case');
  const params = smallest && requestOf(smallest.request)?.params;
  const args = isObject(params) && isObject(params['arguments']) ? params['arguments'] : {};
  const { title } = args;
  return typeof title === 'string' ? Array.from(title).length : undefined;
}

async function replayed(stage: Stage, server: DraftsServer, { recording }: Finding): Promise<ReplayCounts | undefined> {
  const { report } = await stage.run({
    command: 'replay',
    config: stage.configFor(server),
    work: (context) => replay(context, [readRecording(recording)]),
  });
  return report.summary.replay;
}

export async function seePlantedFault(stage: Stage): Promise<PlantedFault> {
  const faulty = await stage.another({ fault: FAULT, delayMs: DELAY_MS });
  const told: Told[] = [];
  const shrunk: Shrunk[] = [];
  const { state: _unread, ...config } = stage.configFor(faulty, {
    era: 'modern',
    principals: [stage.principals.writer],
  });
  const { report } = await stage.run({
    command: 'fuzz',
    config,
    work: (context) => fuzz(context, { runs: RUNS }),
    listener: (event) => {
      if (event.type === 'finding' && event.finding.confidence === 'confirmed') told.push(event);
      if (event.type === 'shrunk') shrunk.push(event);
    },
  });
  const [first] = told;
  const counts = { planted: faults[FAULT].title, seed: stage.options.seed };
  const { cases = 0, exchanges } = report.summary;
  if (!first) return { ...counts, cases, exchanges, found: undefined };
  const { finding, evidence } = first;
  const sound = await stage.another({ delayMs: DELAY_MS });
  return {
    ...counts,
    cases,
    exchanges,
    found: {
      finding,
      titleCharacters: titleCharactersOf(evidence),
      shrunk: shrunk.find(({ check }) => check === finding.check),
      withFault: await replayed(stage, faulty, finding),
      withoutFault: await replayed(stage, sound, finding),
    },
  };
}
