/**
 * A finding as a recording of its own: what it is, and every step of the control and of the case that show it, so that
 * whoever holds the file can do them again. A request's bytes stand in the exchange that it made; `own` says which of
 * the exchange's headers were the step's, as credentials, Host and length were added on the way and belong to a run.
 */
import type { DoneStep, Evidence, Step, Subject } from '../case/case.js';
import type { Finding } from '../case/finding.js';
import type { Exchange, Request } from '../exchange/exchange.js';
import type { HeaderList } from '../mcp/headers.js';
import { UserError } from '../user-error.js';
import { TOOL } from '../version.js';
import { RECORDING_FORMAT, RECORDING_VERSION } from './format.js';
import type { HeaderLine, RecordingLine, StepLine, StoredStep } from './format.js';
import { recordingLinesOf } from './recording-lines.js';
import type { Recording } from './recording.js';

/** A finding with its evidence, as the engine tells it. */
export interface FoundCase {
  readonly finding: Finding;
  readonly evidence: Evidence;
  readonly control: Evidence | undefined;
}

type Send = Extract<Step, { do: 'send' }>;
type Phase = StepLine['phase'];

/** All lines of the file, the header and the closing line included. */
export function findingLines(
  { finding, evidence, control }: FoundCase,
  header: Pick<HeaderLine, 'at' | 'target'>,
): RecordingLine[] {
  const { subject } = evidence;
  const phases: [Phase, Evidence | undefined][] = [
    ['control', control],
    ['case', evidence],
  ];
  const lines: RecordingLine[] = [];
  let count = 0;
  for (const [phase, of] of phases) {
    for (const told of of ? withEveryExchange(of) : []) {
      const numbered = told.exchanges.map((exchange) => ({ ...exchange, n: ++count }));
      lines.push(...numbered.flatMap(recordingLinesOf), stepLine(phase, told, numbered));
    }
  }
  const { at, target } = header;
  return [
    {
      type: 'header',
      format: RECORDING_FORMAT,
      version: RECORDING_VERSION,
      tool: TOOL,
      at,
      kind: 'finding',
      target,
      finding,
      subject,
    },
    ...lines,
    { type: 'close', at, exchanges: count },
  ];
}

/** A step with what is to be told of it; `request` is the one that its exchange answers to. */
interface Told extends DoneStep {
  readonly request?: Request;
}

/**
 * The steps, none of whose requests is lost: a background request stands with the step that gets its exchange, and one
 * that nobody waited for any more is an exchange that its caller gave up.
 */
function withEveryExchange({ steps, subject }: Evidence): Told[] {
  return steps.map((done, i) => {
    const { step, exchanges } = done;
    if (step.do === 'send' && step.background) {
      const settled = settleOf(steps, i);
      return settled && settled.exchanges.length > 0
        ? done
        : { ...done, exchanges: [givenUp(step, subject)], request: step.request };
    }
    if (step.do === 'send') {
      return exchanges.length > 0
        ? { ...done, request: step.request }
        : { ...done, exchanges: [givenUp(step, subject)], request: step.request };
    }
    const request = step.do === 'settle' ? sendOf(steps, i)?.request : undefined;
    return request ? { ...done, request } : done;
  });
}

const labelOf = (step: Step | StoredStep): string | undefined => ('label' in step ? step.label : undefined);

/** The step that gets the exchange of the background request at `i`. */
function settleOf(steps: readonly DoneStep[], i: number): DoneStep | undefined {
  const label = labelOf((steps[i] as DoneStep).step);
  return steps.slice(i + 1).find(({ step }) => step.do === 'settle' && step.label === label);
}

/** The background request whose exchange the step at `i` gets. */
function sendOf(steps: readonly DoneStep[], i: number): Send | undefined {
  const label = labelOf((steps[i] as DoneStep).step);
  const sent = steps
    .slice(0, i)
    .findLast(({ step }) => step.do === 'send' && step.background === true && step.label === label);
  return sent?.step as Send | undefined;
}

function givenUp({ request, era, as }: Send, { transport }: Subject): Exchange {
  return {
    n: 0,
    at: new Date(0).toISOString(),
    transport,
    from: 'client',
    connection: 0,
    era,
    principal: as ?? 'anonymous',
    request,
    outcome: 'aborted-by-client',
    durationMs: 0,
  };
}

function stepLine(phase: Phase, { step, atMs, request, ...done }: Told, exchanges: readonly Exchange[]): StepLine {
  const wire = exchanges.at(-1)?.request;
  const own = request && wire && ownHeaders(wire.headers, request.headers);
  return {
    type: 'step',
    phase,
    atMs,
    step: withoutRequest(step),
    exchanges: exchanges.map(({ n }) => n),
    ...(own ? { own } : {}),
    ...('state' in done ? { state: done.state } : {}),
  };
}

function withoutRequest(step: Step): StoredStep {
  if (step.do !== 'send') return step;
  const { request: _, ...rest } = step;
  return rest;
}

/** Where the step's headers stand, as a run, among those that crossed the wire: from, to (not included). */
function ownHeaders(wire: HeaderList, own: HeaderList): [number, number] | undefined {
  for (let from = 0; from + own.length <= wire.length; from++) {
    if (own.every(([name, value], i) => wire[from + i]?.[0] === name && wire[from + i]?.[1] === value)) {
      return [from, from + own.length];
    }
  }
  return undefined;
}

/** A finding's file as evidence again: steps with their requests, and with the exchanges that were seen then. */
export interface RecordedFinding {
  readonly finding: Finding;
  readonly evidence: Evidence;
  readonly control: Evidence | undefined;
}

/**
 * Reads a finding out of its recording; undefined where the file holds none. Throws where a request is missing: half a
 * case is another case.
 */
export function recordedFinding(recording: Recording): RecordedFinding | undefined {
  const { kind, finding, subject } = recording.header;
  if (kind !== 'finding' || finding === undefined || subject === undefined) return undefined;
  const byNumber = new Map(recording.exchanges.map((exchange) => [exchange.n, exchange]));
  const phase = (wanted: Phase): DoneStep[] => {
    const lines = recording.steps.filter((line) => line.phase === wanted);
    return lines.map((line, i) => doneStep(line, () => requestOf(lines, i, byNumber, recording.name), byNumber));
  };
  const control = phase('control');
  return {
    finding,
    evidence: { subject, steps: phase('case') },
    control: control.length > 0 ? { subject, steps: control } : undefined,
  };
}

function doneStep(line: StepLine, request: () => Request, byNumber: ReadonlyMap<number, Exchange>): DoneStep {
  const { step, atMs } = line;
  const exchanges = line.exchanges.flatMap((n) => byNumber.get(n) ?? []);
  if (step.do === 'send') return { step: { ...step, request: request() }, atMs, exchanges };
  return { step, atMs, exchanges, ...('state' in line ? { state: line.state } : {}) };
}

/** The request of the step at `i`, out of its exchange or that of the step that settled it. */
function requestOf(
  lines: readonly StepLine[],
  i: number,
  byNumber: ReadonlyMap<number, Exchange>,
  name: string,
): Request {
  const line = lines[i] as StepLine;
  const label = labelOf(line.step);
  const isSettled = line.exchanges.length === 0;
  const holder = isSettled ? lines.slice(i + 1).find(({ step }) => step.do === 'settle' && step.label === label) : line;
  const wire = byNumber.get(holder?.exchanges.at(-1) ?? 0)?.request;
  if (wire === undefined) {
    throw new UserError(
      `${name} is damaged: the request that its step ${i + 1} (${line.phase}) sent is not in it. Make the finding again.`,
    );
  }
  const [from, to] = holder?.own ?? [0, wire.headers.length];
  return { ...wire, headers: wire.headers.slice(from, to) };
}
