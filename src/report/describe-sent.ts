/**
 * The "Sent" lines of a finding: what about the request was not as usual, in as few words as it takes. Headers are
 * held against what the body calls for, and all of it against the control, where there is one.
 */
import type { DoneStep, Evidence, Step } from '../case/case.js';
import { rpcOf, textOf, type Request } from '../exchange/exchange.js';
import type { RpcMessage } from '../mcp/json-rpc.js';
import { describeBody, differences } from './describe-body.js';
import { describeHeaders } from './describe-headers.js';
import { clip, inert } from './inert.js';
import { CASE, CONTROL, MEASURED } from './labels.js';

const GAP = '      ';
const LINES_MAX = 6;

type Send = Extract<Step, { do: 'send' }>;

function messageOf(request: Request): RpcMessage | undefined {
  const content = rpcOf(request);
  return content.kind === 'single' ? content.message : undefined;
}

/** One request. `control` is the same one as it should have been. */
export function describeRequest(request: Request, control?: Request): string {
  const isHttp = request.headers.length > 0;
  const verb = isHttp && request.method !== 'POST' ? [clip(inert(`${request.method} ${request.path}`), 80)] : [];
  const message = messageOf(request);
  const headers = describeHeaders(request.headers, message, control);
  const changed = control ? differences(textOf(control.body), textOf(request.body)) : [];
  const parts = [...verb, ...headers, ...(changed.length > 0 ? [`body: ${changed.join(', ')}`] : [])];
  const isPlain = changed.length === 0 && (parts.length === 0 || message === undefined);
  return [...parts, ...(isPlain ? [describeBody(request)] : [])].join(GAP);
}

/** A request that was sent as a correct client sends it: its method, and whom it names. */
function nameOf(request: Request): string {
  const message = messageOf(request);
  if (message === undefined || !('method' in message)) return describeBody(request);
  return clip(inert(message.name === undefined ? message.method : `${message.method} ${message.name}`), 80);
}

const sends = (evidence: Evidence | undefined): readonly Send[] =>
  evidence?.steps.flatMap(({ step }) => (step.do === 'send' ? [step] : [])) ?? [];

interface Telling {
  readonly control: Request | undefined;
  /** Headers go nowhere on stdio. */
  readonly onWire: (request: Request) => Request;
  /** When the first request of the case went out, and whether its caller still waits. */
  readonly sentAtMs: ReadonlyMap<string, number>;
  readonly waiting: boolean;
}

/** A step in the words of someone who tells what was done; undefined where it does not matter to the reader. */
function describeStep({ step, atMs }: DoneStep, { control, onWire, sentAtMs, waiting }: Telling): string | undefined {
  if (step.do === 'restart') return 'to a fresh process:';
  if (step.do === 'abandon') return `given up after ${atMs - (sentAtMs.get(step.label) ?? atMs)} ms`;
  if (step.do !== 'send' || step.label === MEASURED) return undefined;
  if (step.label === CASE) return describeRequest(onWire(step.request), control && onWire(control));
  const [firstAtMs = atMs] = sentAtMs.values();
  return waiting ? `${nameOf(step.request)}, ${atMs - firstAtMs} ms later` : nameOf(step.request);
}

/** The steps that put the question: what is given up when nothing is looked at any more is only being cleared away. */
function asking({ steps }: Evidence): readonly DoneStep[] {
  const last = steps.findLastIndex(({ step }) => step.do !== 'abandon' && step.do !== 'settle');
  const isAbandonedThen = steps.slice(last + 1).some(({ step }) => step.do === 'abandon');
  const looks = steps.some(({ step }) => step.do === 'read-state' || step.do === 'wait');
  return looks && isAbandonedThen ? steps.slice(0, last + 1) : steps;
}

/** What was sent, a line a step, in order. */
export function describeSent(evidence: Evidence, control?: Evidence): readonly string[] {
  const usual = sends(control).find(({ label }) => label === CONTROL)?.request;
  const isStdio = evidence.subject.transport === 'stdio';
  const onWire = (request: Request) => (isStdio ? { ...request, headers: [] } : request);
  const sentAtMs = new Map<string, number>();
  let waiting = false;
  const lines = asking(evidence).flatMap((done) => {
    const { step, atMs } = done;
    const line = describeStep(done, { control: usual, onWire, sentAtMs, waiting });
    if (step.do === 'send' && step.label !== MEASURED) {
      sentAtMs.set(step.label, atMs);
      waiting ||= step.background === true;
    }
    return line ?? [];
  });
  if (lines.length <= LINES_MAX) return lines;
  return [...lines.slice(0, LINES_MAX - 1), `and ${lines.length - LINES_MAX + 1} more steps, which the recording has`];
}
