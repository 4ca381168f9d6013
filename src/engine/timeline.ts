/** The wire timeline of a case: what was sent, closed, waited for and read, in milliseconds from the call under test. */
import type { DoneStep, Evidence } from '../case/case.js';
import type { Timeline } from '../case/finding.js';
import { describeState } from '../checks/kit/state.js';
import { answerOf, describeAnswer } from '../exchange/answer.js';
import { rpcOf, type Exchange, type Request } from '../exchange/exchange.js';

function describeRequest(request: Request): string {
  const content = rpcOf(request);
  if (content.kind !== 'single') return `${request.method} ${request.path}`;
  const { message } = content;
  if (message.kind === 'request')
    return `${message.method}${message.name === undefined ? '' : ` ${message.name}`} id=${message.idToken}`;
  return message.kind === 'notification' ? message.method : `an answer to ${message.idToken ?? 'nobody'}`;
}

const ended = (exchange: Exchange): string =>
  exchange.outcome === 'aborted-by-client' ? 'no answer had come' : `answered: ${describeAnswer(answerOf(exchange))}`;

/** The lines that one step gives rise to, relative to the start of the script. */
function linesOf({ step, atMs, exchanges, state }: DoneStep): { atMs: number; text: string }[] {
  const [exchange] = exchanges;
  switch (step.do) {
    case 'send': {
      const sent = {
        atMs,
        text: `${step.as ?? 'a caller without credentials'} sends ${describeRequest(step.request)}`,
      };
      return exchange ? [sent, { atMs: atMs + Math.round(exchange.durationMs), text: ended(exchange) }] : [sent];
    }
    case 'abandon':
      return [{ atMs, text: 'the caller gives up and closes the connection' }];
    case 'read-state':
      return [{ atMs, text: `state ${step.label}: ${describeState(state)}` }];
    case 'wait':
      return [{ atMs, text: `wait ${step.ms} ms: ${step.why}` }];
    default:
      return [];
  }
}

/** From the reading before the call under test to the reading after it. */
export function timelineOf(check: string, evidence: Evidence): Timeline {
  const { steps, subject } = evidence;
  const from = steps.findIndex(({ step }) => step.do === 'read-state');
  const to = steps.findLastIndex(({ step }) => step.do === 'read-state');
  const told = steps.slice(Math.max(from, 0), to + 1);
  const zero = told.find(({ step }) => step.do === 'send' && step.label === 'case')?.atMs ?? 0;
  return {
    check,
    era: subject.era,
    tool: subject.tool ?? null,
    steps: told
      .flatMap(linesOf)
      .map(({ atMs, text }) => ({ atMs: atMs - zero, text }))
      .toSorted((one, two) => one.atMs - two.atMs),
  };
}
